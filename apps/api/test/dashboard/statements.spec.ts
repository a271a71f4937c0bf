import { parseUsd } from '@loupe/dto';
import { firstRequestIdAt } from '../../src/core/usage/usage-record';
import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

const thisMonth = new Date().toISOString().slice(0, 7);
const micros = (usd: string) => (usd.startsWith('-') ? -parseUsd(usd.slice(1))! : parseUsd(usd)!);
const before = new Date(`${thisMonth}-05T12:00:00Z`);
before.setUTCMonth(before.getUTCMonth() - 1);
const lastMonth = before.toISOString().slice(0, 7);

describe('a monthly statement', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let support: Browser;
  let topUp: string;

  /** Writes the previous month: a top-up of 3 USD and a charge of 0.5 USD. */
  const writeLastMonth = async (keyId: string) => {
    const idAt = (ms: number) => firstRequestIdAt(before.getTime() + ms);
    const moves = [
      [idAt(0), 2, 3_000_000, 3_000_000, 'top_up'],
      [idAt(1), 1, -500_000, 2_500_000, 'charge'],
    ];
    for (const [id, house, amount, after, kind] of moves)
      await world.dataSource.query(
        `INSERT INTO ledger.transfers (id, account_id, shard, house_account_id, amount_micros, balance_after_micros, kind)
         VALUES ($1, $2, shard_of($2), $3, $4, $5, $6)`,
        [id, owner.accountId, house, amount, after, kind],
      );
    await world.dataSource.query(
      `INSERT INTO transfer_notes (transfer_id, account_id, note) VALUES ($1, $2, 'Earlier')`,
      [idAt(0), owner.accountId],
    );
    await world.dataSource.query(
      `INSERT INTO ledger.usage_daily (day, account_id, shard, key_id, operation, code, requests, charged_requests, charged_micros, upstream_ms, response_bytes)
       VALUES ($2, $1, shard_of($1), $3, 'users.by_id', '', 4, 1, 500000, 1, 1)`,
      [owner.accountId, before.toISOString().slice(0, 10), keyId],
    );
    await world.dataSource.query('UPDATE ledger.accounts SET balance_micros = 2500000 WHERE account_id = $1', [
      owner.accountId,
    ]);
  };

  beforeAll(async () => {
    world = await DashboardWorld.start();
    [owner, support] = await Promise.all([world.ownerBrowser(), world.supportBrowser()]);
    const { id, key } = (await owner.post('/keys', { name: '=Nightly' })).json;
    await world.dataSource.query('SELECT ensure_usage_partition($1)', [before]);
    await writeLastMonth(id);
    topUp = await world.topUp(support, owner.accountId, '10');
    await support.post(`/support/entries/${topUp}/reversal`, { note: 'Paid twice' });
    await world.topUp(support, owner.accountId, '20');
    for (const path of ['/users/1001', '/users/1001', '/users/1005', '/users/abc']) await world.api.get(path, key);
  });
  afterAll(() => world.stop());

  const both = async (path: string) => {
    const [own, supported] = await Promise.all([
      owner.get(path),
      support.get(`/support/accounts/${owner.accountId}${path}`),
    ]);
    expect(supported).toMatchObject({ status: own.status });
    return own;
  };

  it('shows the opening balance, the changes and the closing balance', async () => {
    const { json } = await both('/ledger/statement');
    expect(json).toMatchObject({
      account_id: `${owner.accountId}`,
      account_name: `Account of ${owner.email}`,
      month: thisMonth,
      from: `${thisMonth}-01`,
      opening_usd: '2.500000',
      top_ups_usd: '30.000000',
      reversals_usd: '-10.000000',
      adjustments_usd: '0',
      charges_usd: '-0.001800',
      closing_usd: (await owner.get('/account')).json.balance_usd,
      charged_requests: 3,
      by_operation: [{ operation: 'users.by_id', charged_requests: 3, spend_usd: '0.001800' }],
      by_key: [{ key_name: '=Nightly', charged_requests: 3, spend_usd: '0.001800' }],
    });
    expect(json.entries.map(({ kind, note }: { kind: string; note: string }) => [kind, note])).toEqual([
      ['top_up', 'test'],
      ['reversal', 'Paid twice'],
      ['top_up', 'test'],
    ]);
    expect(json.entries[0].reversed_by_entry_id).toBe(json.entries[1].id);
    expect(json.entries[1].reverses_entry_id).toBe(topUp);
  });

  it('agrees with the ledger entries in its sums and days', async () => {
    const { json: statement } = await both(`/ledger/statement?month=${thisMonth}`);
    const { items } = (await owner.get(`/ledger?from=${thisMonth}-01&limit=200`)).json;
    const moved = items.reduce((sum: bigint, { amount_usd }: { amount_usd: string }) => sum + micros(amount_usd), 0n);
    expect(micros(statement.closing_usd) - micros(statement.opening_usd)).toBe(moved);
    let balance = micros(statement.opening_usd);
    for (const { charges_usd, other_usd, closing_usd } of statement.days) {
      balance += micros(charges_usd) + micros(other_usd);
      expect(micros(closing_usd)).toBe(balance);
    }
    expect(balance).toBe(micros(statement.closing_usd));
  });

  it('exists for earlier months, even without entries, but not for an invalid month', async () => {
    const { json: earlier } = await both(`/ledger/statement?month=${lastMonth}`);
    expect(earlier).toMatchObject({
      opening_usd: '0',
      top_ups_usd: '3.000000',
      charges_usd: '-0.500000',
      closing_usd: '2.500000',
      requests: 4,
      days: [{ day: before.toISOString().slice(0, 10), closing_usd: '2.500000' }],
    });
    const { json: empty } = await both('/ledger/statement?month=2020-02');
    expect(empty).toMatchObject({ from: '2020-02-01', to: '2020-02-29', opening_usd: '0', closing_usd: '0', days: [] });
    for (const month of ['2026-13', '2026', '1999-01', '2026-1'])
      expect((await owner.get(`/ledger/statement?month=${month}`)).status).toBe(422);
  });

  it('can be exported with the account, the period, each day and entry, and totals per operation and key', async () => {
    const { text, headers } = await both(`/ledger/statement.csv?month=${thisMonth}`);
    expect(headers.get('content-disposition')).toContain(`statement-${thisMonth}.csv`);
    const [names, ...lines] = text.trim().split('\r\n');
    expect(names).toBe('section,date,description,operation,key_name,requests,amount_usd,balance_usd');
    expect(lines[0]).toBe(`account,,Account of ${owner.email} (${owner.accountId}),,,,,`);
    expect(lines).toContain(`opening,${thisMonth}-01,,,,,,2.500000`);
    expect(lines).toContain('operation,,,users.by_id,,3,-0.001800,');
    expect(lines).toContain("key,,,,'=Nightly,3,-0.001800,");
    expect(lines.filter((line) => line.startsWith('top_up'))).toHaveLength(2);
    expect(lines.at(-1)).toMatch(/^closing,.*,22\.498200$/);
  });

  it('has a ledger export beside it, with the operation and key of each charge that is still logged', async () => {
    const { text } = await owner.get(`/ledger.csv?kind=charge`);
    const [names, ...lines] = text.trim().split('\r\n');
    expect(names).toContain('note,operation,key_name,');
    expect(lines).toHaveLength(4);
    expect(lines.filter((line) => line.includes(",users.by_id,'=Nightly,"))).toHaveLength(3);
  });
});
