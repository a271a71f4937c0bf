import { randomUUID } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { recordAudit } from '../../src/platform/audit/audit-log.repository';
import { type Browser, DashboardWorld, type OwnerOfAccount, type Person } from '../dashboard/dashboard-world';
import { newToken, Program } from './program';

interface Entry {
  id: string;
  action: string;
  details: { number?: number };
}

describe('the audit log that a collector follows', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let support: Browser & Person;
  let program: Program;
  const open: QueryRunner[] = [];

  beforeAll(async () => {
    world = await DashboardWorld.start();
    [owner, support] = [await world.ownerBrowser(), await world.supportBrowser()];
  });
  // A token of its own for each test: a token may send ten requests a second.
  beforeEach(async () => {
    program = new Program(world, (await newToken(owner)).token);
  });
  afterEach(async () => {
    for (const runner of open.splice(0)) {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
  });
  afterAll(() => world.stop());

  /** A transaction that has written an entry and is still open. */
  async function write(number: number): Promise<QueryRunner> {
    const runner = world.dataSource.createQueryRunner();
    open.push(runner);
    await runner.startTransaction();
    await recordAudit(runner.manager, {
      actor: { userId: null, label: 'loupe', address: null },
      action: 'test.write',
      accountId: owner.accountId,
      targetType: 'test',
      targetId: `${number}`,
      detail: { number },
    });
    return runner;
  }

  const endOf = async () => (await read('')).at(-1)!.id;
  async function read(cursor: string, ask: (path: string) => Promise<{ text: string }> = lines): Promise<Entry[]> {
    const all: Entry[] = [];
    for (;;) {
      const next = all.at(-1)?.id ?? cursor;
      const { text } = await ask(next && `?cursor=${next}`);
      const page = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Entry);
      if (page.length === 0) return all;
      all.push(...page);
    }
  }
  const ndjson = { accept: 'application/x-ndjson' };
  async function lines(query: string) {
    for (;;) {
      const answer = await program.get(`/manage/audit${query}`, ndjson);
      if (answer.status === 200) return answer;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const ofStaff = (query: string) => support.get(`/support/audit${query}`, ndjson);
  const numbers = (entries: readonly Entry[]) => entries.flatMap(({ details }) => details.number ?? []);

  it.each([
    ['an account', () => lines],
    ['staff', () => ofStaff],
  ])(
    'shows %s every entry once and in order when transactions commit in another order than they began',
    async (_, ask) => {
      const start = await endOf();
      const [first, second, third] = [await write(1), await write(2), await write(3)];
      await third.commitTransaction();
      await second.commitTransaction();
      expect(numbers(await read(start, ask()))).toEqual([]);
      await first.commitTransaction();
      expect(numbers(await read(start, ask()))).toEqual([1, 2, 3]);
    },
  );

  it('does not wait for a transaction that was undone, or that wrote no entry', async () => {
    const start = await endOf();
    const idle = world.dataSource.createQueryRunner();
    open.push(idle);
    await idle.startTransaction();
    await idle.query('SELECT pg_current_xact_id()');
    await (await write(1)).rollbackTransaction();
    await (await write(2)).commitTransaction();
    expect(numbers(await read(start))).toEqual([2]);
  });

  it('skips and repeats nothing while many transactions write, commit and fail at once', async () => {
    const start = await endOf();
    let isWriting = true;
    const committed: number[] = [];
    const writeMany = async (offset: number) => {
      for (let number = offset; number < 240; number += 6) {
        const runner = await write(number);
        if (number % 5 === 0) await runner.rollbackTransaction();
        else {
          await runner.commitTransaction();
          committed.push(number);
        }
        await runner.release();
      }
    };
    const seen: Entry[] = [];
    const follow = async () => {
      for (let isLast = false; !isLast; ) {
        isLast = !isWriting;
        seen.push(...(await read(seen.at(-1)?.id ?? start, ofStaff)));
      }
    };
    const following = follow();
    await Promise.all([0, 1, 2, 3, 4, 5].map(writeMany));
    isWriting = false;
    await following;
    open.length = 0;
    expect(numbers(seen).sort((a, b) => a - b)).toEqual(committed.sort((a, b) => a - b));
    const ids = seen.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('shows the account its staff as support, without name, address, notes and colleagues', async () => {
    const start = await endOf();
    await world.topUp(support, owner.accountId);
    await support.post(`/support/accounts/${owner.accountId}/notes`, { text: 'Pays late' });
    const headers = { 'idempotency-key': randomUUID() };
    const key = (await program.post('/manage/keys', { name: 'Made' }, headers)).json;
    const { json, headers: answered } = await program.get(`/manage/audit?cursor=${start}&limit=50`);
    expect(json).toEqual({
      items: [
        {
          id: expect.any(String),
          time: expect.stringMatching(/Z$/),
          action: 'account.top_up',
          actor: { user_id: null, token_id: null, label: 'support', address: null },
          target: { type: 'entry', id: expect.any(String) },
          details: { amount_usd: '10.000000' },
        },
        expect.objectContaining({
          action: 'key.create',
          target: { type: 'key', id: key.id },
          actor: expect.objectContaining({ token_id: expect.any(String), address: '203.0.113.7' }),
        }),
      ],
      next_cursor: null,
      has_more: false,
    });
    expect(answered.get('vary')).toContain('Accept');
    expect((await program.get('/manage/audit?limit=1')).json).toMatchObject({ has_more: true });
    expect((await program.get('/manage/audit?cursor=x')).json.code).toBe('invalid_cursor');
  });

  it('has the same entries for staff in JSON, oldest first on request, and newest first as before', async () => {
    const other = await world.ownerBrowser();
    await newToken(other);
    const query = `account_id=${other.accountId}`;
    const { items } = (await support.get(`/support/audit?${query}&limit=100`)).json;
    const { items: oldest } = (await support.get(`/support/audit?${query}&limit=100&order=oldest`)).json;
    expect(oldest.map(({ action }: Entry) => action)).toEqual(['user.sign_in', 'management_token.create']);
    expect(oldest).toEqual(items.reverse());
    expect((await support.get('/support/audit', ndjson)).headers.get('content-type')).toBe('application/x-ndjson');
  });
});
