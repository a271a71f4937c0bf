import { randomUUID } from 'node:crypto';
import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { expectProblem } from '../endpoints/answer-checks';
import { known } from '../endpoints/known';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';

const [old, fresh] = ['o'.repeat(32), 'f'.repeat(32)];

describe('CURSOR_SECRET during a rolling restart', () => {
  let waiting: TestApi;
  let restarted: TestApi;
  let key: string;
  let accountId: number;
  beforeAll(async () => {
    waiting = await startTestApi({ CURSOR_SECRET: old });
    const { database, simulator } = waiting;
    restarted = await startTestApi({
      CURSOR_SECRET: `${fresh},${old}`,
      DATABASE_URL: database.url,
      UPSTREAM_BASE_URL: simulator.baseUrl,
    });
    ({ key, accountId } = await waiting.tenants.create('10'));
    await restarted.app.get(KeySetRefresher).refresh();
  });
  afterAll(async () => {
    for (const process of [restarted, waiting]) await process.stop();
  });

  it('charges once for an Idempotency-Key that is sent to both processes', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, replay] = [
      await send(waiting.baseUrl, `/users/${known.marta}`, { key, headers }),
      await send(restarted.baseUrl, `/users/${known.marta}`, { key, headers }),
    ];
    expect(replay).toMatchObject({ status: 200, text: first.text });
    expect(replay.headers).toMatchObject({
      'x-cost-usd': '0',
      'x-original-request-id': first.headers['x-request-id'],
    });
    const charges = `SELECT id FROM transfers WHERE account_id = $1 AND kind = 'charge'`;
    expect(await waiting.database.dataSource.query(charges, [accountId])).toEqual([
      { id: first.headers['x-request-id'] },
    ]);
  });

  it('accepts cursors of both secrets in processes that know both', async () => {
    const list = `/users/${known.showcase}/followers`;
    const cursorOf = async ({ baseUrl }: TestApi) => (await send(baseUrl, list, { key })).json.next_cursor as string;
    const nextPage = ({ baseUrl }: TestApi, cursor: string) => send(baseUrl, `${list}?cursor=${cursor}`, { key });
    const cursors = [await cursorOf(waiting), await cursorOf(restarted)] as const;
    const pages = [await nextPage(restarted, cursors[0]), await nextPage(restarted, cursors[1])] as const;
    expect(pages[0]).toMatchObject({ status: 200, json: { items: pages[1].json.items } });
    expect(pages[0].json.items.length).toBeGreaterThan(0);
    expect((await nextPage(waiting, cursors[0])).status).toBe(200);
    expectProblem(await nextPage(waiting, cursors[1]), 400, 'invalid_cursor', 0n);
  });
});
