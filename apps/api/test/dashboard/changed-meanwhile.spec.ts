import { type Browser, DashboardWorld, type OwnerOfAccount, type Person } from './dashboard-world';

type Change = readonly [path: string, field: string, before: unknown, theirs: unknown, mine: unknown];

const changes: Change[] = [
  ['/keys/KEY', 'name', 'First', 'Theirs', 'Mine'],
  ['/keys/KEY', 'daily_cap_usd', null, '5.000000', '2'],
  ['/keys/KEY', 'allowed_ips', [], ['203.0.113.7'], ['203.0.113.8']],
  ['/members/MEMBER', 'role', 'viewer', 'developer', 'owner'],
  ['/account', 'low_balance_threshold_usd', null, '5.000000', '2'],
  ['/account', 'developer_daily_cap_usd', '0.250000', '5.000000', '2'],
  ['/support/keys/KEY', 'rate_limit_per_second', 10, 30, 20],
];

describe('a change that is based on values that the user saw', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let support: Browser & Person;
  let ids: Record<string, string>;
  beforeAll(async () => {
    world = await DashboardWorld.start();
    [owner, support] = [await world.ownerBrowser(), await world.supportBrowser()];
    const { userId } = await world.memberBrowser(owner.accountId, 'viewer');
    ids = { KEY: (await owner.post('/keys', { name: 'First' })).json.id, MEMBER: `${userId}` };
    await support.send('PATCH', `/support/keys/${ids.KEY}`, { body: { rate_limit_per_second: 10 } });
  });
  afterAll(() => world.stop());

  it.each(changes)('is refused with the value of now if somebody changed it meanwhile: %s %s', async (...change) => {
    const [path, field, before, theirs, mine] = change;
    const browser = path.startsWith('/support') ? support : owner;
    const patch = (value: unknown, seen: unknown) =>
      browser.send(
        'PATCH',
        path.replace(/[A-Z]+/, (word) => ids[word] ?? word),
        {
          body: { [field]: value, seen: { [field]: seen } },
        },
      );
    expect((await patch(theirs, before)).status).toBe(200);
    const { status, json } = await patch(mine, before);
    expect([status, json.reason, json.errors[0].parameter]).toEqual([409, 'changed_meanwhile', field]);
    expect(json.current).toEqual({ [field]: theirs });
    // A repeat of the change that was made is no conflict.
    expect((await patch(theirs, before)).status).toBe(200);
    expect((await patch(mine, json.current[field])).status).toBe(200);
  });

  it('of two fields is made as a whole or not at all', async () => {
    const change = (seen: object) =>
      owner.send('PATCH', '/account', {
        body: { low_balance_threshold_usd: '7', developer_daily_cap_usd: '8', seen },
      });
    const { low_balance_threshold_usd: before } = (await owner.get('/account')).json;
    expect((await change({ developer_daily_cap_usd: '99' })).status).toBe(409);
    expect((await owner.get('/account')).json).toMatchObject({ low_balance_threshold_usd: before });
    expect((await change({})).json).toMatchObject({
      low_balance_threshold_usd: '7.000000',
      developer_daily_cap_usd: '8.000000',
    });
  });
});
