import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { Reversals } from '../../src/core/billing/reversals';
import { UsageLog } from '../../src/core/usage/usage-log';
import { ResponseStore } from '../../src/gateway/response-cache';
import { clock } from '../../src/platform/clock';
import { expectProblem } from '../endpoints/answer-checks';
import { known } from '../endpoints/known';
import { type SentReply, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';

const profile = `/users/${known.marta}`;

describe('an Idempotency-Key', () => {
  let api: TestApi;
  let tenant: Tenant;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    tenant = await api.tenants.create('10');
    await api.simulator.clearFaults();
    await api.simulator.forget();
  });

  const ask = (idempotencyKey: string, path = profile, { key } = tenant) =>
    send(api.baseUrl, path, { key, headers: { 'idempotency-key': idempotencyKey } });
  const transfers = async () =>
    (await api.app
      .get(DataSource)
      .query(`SELECT id, amount_micros FROM transfers WHERE account_id = $1 AND kind = 'charge' ORDER BY id`, [
        tenant.accountId,
      ])) as { id: string; amount_micros: string }[];
  const evictBytes = () => api.app.get(ResponseStore).clear();
  const expectReplay = (reply: SentReply, first: SentReply) => {
    expect(reply).toMatchObject({ status: first.status, text: first.text });
    expect(reply.headers).toMatchObject({
      'x-cost-usd': '0',
      'idempotency-replayed': 'true',
      'x-original-request-id': first.headers['x-request-id'],
    });
    expect(reply.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  };

  it('charges once, and replays the bytes without an upstream request', async () => {
    const key = randomUUID();
    const first = await ask(key);
    expect(first.headers).toMatchObject({ 'x-cost-usd': '0.000600' });
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    for (const again of [key, `"${key}"`, key]) expectReplay(await ask(again), first);
    expect(await transfers()).toEqual([{ id: first.headers['x-request-id'], amount_micros: '-600' }]);
    expect(await api.simulator.seen()).toHaveLength(1);
  });

  it('replays a charged 404 with its status and bytes', async () => {
    const key = randomUUID();
    const first = await ask(key, '/users/404404404');
    expect(first.status).toBe(404);
    expectReplay(await ask(key, '/users/404404404'), first);
    expect(await transfers()).toHaveLength(1);
  });

  it('charges once for many concurrent requests', async () => {
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(key)));
    const paid = replies.filter(({ headers }) => headers['x-cost-usd'] !== '0');
    expect(paid).toHaveLength(1);
    for (const reply of replies) if (reply !== paid[0]) expectReplay(reply, paid[0]!);
    expect(await transfers()).toHaveLength(1);
  });

  it('allows an evicted response to be fetched again twice, and is then exhausted', async () => {
    const key = randomUUID();
    const first = await ask(key);
    for (let fetched = 2; fetched <= 3; fetched++) {
      evictBytes();
      expectReplay(await ask(key), first);
      expect(await api.simulator.seen()).toHaveLength(fetched);
    }
    evictBytes();
    expectProblem(await ask(key), 409, 'idempotency_key_used_up', 0n);
    expect(await api.simulator.seen()).toHaveLength(3);
    expect(await transfers()).toHaveLength(1);
  });

  it('causes at most one useless upstream request per process once it is exhausted', async () => {
    const key = randomUUID();
    const first = await ask(key);
    await api.app
      .get(DataSource)
      .query('UPDATE ledger.charge_keys SET repeats = 2 WHERE request_id = $1', [first.headers['x-request-id']]);
    evictBytes();
    for (let times = 0; times < 3; times++) expectProblem(await ask(key), 409, 'idempotency_key_used_up', 0n);
    expect(await api.simulator.seen()).toHaveLength(2);
  });

  it('puts a response that is fetched again into the response cache, with the request id of the charged request', async () => {
    const key = randomUUID();
    const first = await ask(key);
    evictBytes();
    const headers = { 'cache-control': 'max-age=60' };
    expectReplay(
      await send(api.baseUrl, profile, { key: tenant.key, headers: { ...headers, 'idempotency-key': key } }),
      first,
    );
    const cached = await send(api.baseUrl, profile, { key: tenant.key, headers });
    expect(cached.headers).toMatchObject({ 'x-cost-usd': '0', 'x-original-request-id': first.headers['x-request-id'] });
  });

  it('is replayed before the response cache is consulted', async () => {
    const key = randomUUID();
    const first = await ask(key);
    evictBytes();
    const headers = { 'cache-control': 'max-age=60' };
    for (const path of [profile, '/users/1002']) await send(api.baseUrl, path, { key: tenant.key, headers });
    const again = (path: string) =>
      send(api.baseUrl, path, { key: tenant.key, headers: { ...headers, 'idempotency-key': key } });
    expectProblem(await again('/users/1002'), 422, 'idempotency_key_reused', 0n);
    expectReplay(await again(profile), first);
    expect(await transfers()).toHaveLength(3);
  });

  it('is replayed from the response cache with only-if-cached, and gets a 504 without a cached response', async () => {
    const key = randomUUID();
    const first = await ask(key);
    evictBytes();
    const again = () =>
      send(api.baseUrl, profile, {
        key: tenant.key,
        headers: { 'cache-control': 'only-if-cached', 'idempotency-key': key },
      });
    expectProblem(await again(), 504, 'not_cached', 0n);
    await send(api.baseUrl, profile, { key: tenant.key, headers: { 'cache-control': 'max-age=60' } });
    expectReplay(await again(), first);
    expect(await transfers()).toHaveLength(2);
    expect(await api.simulator.seen()).toHaveLength(2);
  });

  it('does not live longer when its response is fetched again', async () => {
    const key = randomUUID();
    const first = await ask(key);
    evictBytes();
    const now = jest.spyOn(clock, 'wallMs');
    try {
      now.mockReturnValue(clock.wallMs() + 600_000);
      expectReplay(await ask(key), first);
    } finally {
      now.mockRestore();
    }
    await ask(key);
    expect(await api.simulator.seen()).toHaveLength(3);
  });

  // This test covers what an idempotency key is bound to, with and without stored bytes. It must stay in `npm test`.
  it('is refused for another operation or other parameters, whether or not the bytes are stored', async () => {
    const key = randomUUID();
    await ask(key);
    for (const path of ['/users/1002', `${profile}?fields=pk`, `${profile}/about`])
      expectProblem(await ask(key, path), 422, 'idempotency_key_reused', 0n);
    evictBytes();
    expectProblem(await ask(key, '/users/1002'), 422, 'idempotency_key_reused', 0n);
    expect(await transfers()).toHaveLength(1);
  });

  it('belongs to the account, and is shared by all API keys of the account', async () => {
    const key = randomUUID();
    const first = await ask(key);
    const other = await api.tenants.create('10');
    expect((await ask(key, profile, other)).headers['x-cost-usd']).toBe('0.000600');
    const second = await api.tenants.addKey(tenant.accountId);
    expectReplay(await ask(key, profile, { ...tenant, ...second }), first);
  });

  it('is released when the request was not charged', async () => {
    const key = randomUUID();
    await api.simulator.fault({ operation: 'users.info', fault: 'http_500' });
    expect((await ask(key)).headers['x-cost-usd']).toBe('0');
    await api.simulator.clearFaults();
    expect((await ask(key)).headers['x-cost-usd']).toBe('0.000600');
  });

  it('is replayed for an account without money, and not for a suspended account', async () => {
    tenant = await api.tenants.create('0.0006');
    const key = randomUUID();
    const first = await ask(key);
    expectReplay(await ask(key), first);
    evictBytes();
    expectReplay(await ask(key), first);
    expectProblem(await ask(randomUUID()), 402, 'insufficient_balance', 0n);
    await api.tenants.suspend(tenant.accountId);
    expectProblem(await ask(key), 403, 'account_suspended', 0n);
  });

  it('is replayed despite a lower price limit, and not charged when it expires during the upstream request', async () => {
    const key = randomUUID();
    const first = await ask(key);
    evictBytes();
    const headers = { 'idempotency-key': key, 'x-max-cost-usd': '0.0001' };
    expectReplay(await send(api.baseUrl, profile, { key: tenant.key, headers }), first);
    evictBytes();
    await api.simulator.fault({ operation: 'users.info', fault: 'hold', mode: 'once' });
    const late = send(api.baseUrl, profile, { key: tenant.key, headers });
    await api.simulator.held(1);
    await api.app
      .get(DataSource)
      .query('UPDATE ledger.charge_keys SET expires_at = now() WHERE account_id = $1', [tenant.accountId]);
    await api.simulator.release();
    expectProblem(await late, 402, 'price_above_ceiling', 0n);
    expect(await transfers()).toHaveLength(1);
  });

  it('with fewer than 16 characters is reported together with the other validation errors', async () => {
    const reply = await ask('short', '/users/abc');
    expectProblem(reply, 422, 'unprocessable_entity', 0n);
    expect(reply.json.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'Idempotency-Key',
      'user_id',
    ]);
  });

  it('is replayed with a row in the usage log that names the first request', async () => {
    const key = randomUUID();
    const first = await ask(key);
    const replay = await ask(key);
    await api.app.get(UsageLog).flush();
    const rows = await api.app
      .get(DataSource)
      .query(
        'SELECT request_id, charged, source, first_request_id FROM usage_rows WHERE account_id = $1 ORDER BY request_id',
        [tenant.accountId],
      );
    const firstRequestId = first.headers['x-request-id'];
    expect(rows).toEqual([
      { request_id: firstRequestId, charged: true, source: null, first_request_id: null },
      {
        request_id: replay.headers['x-request-id'],
        charged: false,
        source: 'repeat',
        first_request_id: firstRequestId,
      },
    ]);
  });

  it('is charged again after a reversal; once its response was replayed, a reversal is refused', async () => {
    const reversals = api.app.get(Reversals);
    const reverse = (entryId: string) =>
      reversals.reverse({
        entryId,
        note: 'late',
        actor: { userId: null, label: 'test', address: null },
        unlessRepeated: true,
      });
    const key = randomUUID();
    await reverse((await ask(key)).headers['x-request-id'] as string);
    evictBytes();
    const second = await ask(key);
    expect(second.headers['x-cost-usd']).toBe('0.000600');
    evictBytes();
    expectReplay(await ask(key), second);
    await expect(reverse(second.headers['x-request-id'] as string)).rejects.toMatchObject({ code: 'conflict' });
    expect(await api.tenants.balanceMicros(tenant.accountId)).toBe(10_000_000n - 600n);
  });

  it('is charged again when it has expired', async () => {
    const key = randomUUID();
    await ask(key);
    evictBytes();
    await api.app
      .get(DataSource)
      .query(`UPDATE ledger.charge_keys SET expires_at = now() WHERE account_id = $1`, [tenant.accountId]);
    expect((await ask(key)).headers['x-cost-usd']).toBe('0.000600');
    expectReplay(await ask(key), {
      ...(await ask(key)),
      headers: { 'x-request-id': (await transfers())[1]!.id },
    } as never);
    expect(await transfers()).toHaveLength(2);
  });
});
