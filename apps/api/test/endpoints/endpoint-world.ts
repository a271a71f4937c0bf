import { setTimeout as sleep } from 'node:timers/promises';
import { UpstreamClient } from '@loupe/upstream-client';
import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import type { Difference } from '../../src/core/billing/month-close/closed-month-checks';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { Refusals } from '../../src/core/usage/refusals';
import { UsageLog } from '../../src/core/usage/usage-log';
import { ResponseStore } from '../../src/gateway/response-cache';
import { clock } from '../../src/platform/clock';
import type { SeenRequest } from '../support/per-worker/simulator';
import { type SentReply, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import type { CallerKind, EndpointCase } from './endpoint-case';

export interface Outcome {
  reply: SentReply;
  seen: SeenRequest[];
  balanceMicros: bigint | undefined;
  ledgerMicros: bigint;
}

interface Place {
  readonly api: TestApi;
  readonly callers: Readonly<Record<CallerKind, Tenant | undefined>>;
  /** Whether the simulator may remember requests of an earlier case. */
  wasCalled: boolean;
}

/**
 * Three APIs: one with the usual settings, one with an upstream timeout of 300 ms, and one whose circuit is open. The
 * connect timeout is two thirds of the upstream timeout. If it were shorter, a busy machine would get a 502, not a 504.
 */
export class EndpointWorld {
  private constructor(
    private readonly usual: Place,
    private readonly impatient: Place,
    private readonly withOpenCircuit: Place,
    private readonly openAtMs: number,
  ) {}

  static async start(): Promise<EndpointWorld> {
    const [usual, impatient, withOpenCircuit] = await Promise.all([
      startPlace(),
      startPlace({ UPSTREAM_TIMEOUT_MS: '300' }),
      startPlace(),
    ]);
    return new EndpointWorld(usual, impatient, withOpenCircuit, openBreakers(withOpenCircuit));
  }

  async stop(): Promise<void> {
    await Promise.all(this.places.map(({ api }) => api.stop()));
  }

  /** The usage-log rows of these requests. They are written in the background, so this waits for them, up to a minute. */
  async loggedRequests(requestIds: readonly string[]): Promise<LoggedRequest[]> {
    const read = async ({ app, database }: TestApi) => {
      await app.get(UsageLog).flush();
      return database.dataSource.query(
        'SELECT request_id, operation, status, code, charged FROM usage_rows WHERE request_id = ANY($1)',
        [requestIds],
      );
    };
    for (const endMs = clock.nowMs() + 60_000; ; await sleep(50)) {
      const rows = (await Promise.all(this.places.map(({ api }) => read(api)))).flat();
      if (rows.length >= requestIds.length || clock.nowMs() > endMs) return rows;
    }
  }

  /** The differences that reconcile finds once every request is recorded. */
  async differences(): Promise<readonly Difference[]> {
    const of = async ({ app, database }: TestApi) => {
      await app.get(UsageLog).flush();
      return reconcile(database.dataSource);
    };
    return (await Promise.all(this.places.map(({ api }) => of(api)))).flat();
  }

  async countedRefusals(): Promise<Map<string, number>> {
    const { app, database } = this.usual.api;
    await app.get(Refusals).flush();
    const rows: { kind: string; count: number }[] = await database.dataSource.query(
      `SELECT operation || ' ' || code AS kind, sum(1 + coalesce(repeats, 0))::int AS count FROM usage_rows
       WHERE status IN (402, 429) GROUP BY 1`,
    );
    return new Map(rows.map(({ kind, count }) => [kind, count]));
  }

  async openapiDocument() {
    return (await send(this.usual.api.baseUrl, '/openapi.json')).json;
  }

  async run(one: EndpointCase): Promise<Outcome> {
    const place = this.placeOf(one);
    const { api, callers } = place;
    const tenant = callers[one.caller ?? 'funded'];
    for (const [operation, fault] of Object.entries(one.faults ?? {})) await api.simulator.fault({ operation, fault });
    if (one.faults && one.condition !== 'circuit open') keepBreakersClosed(api);
    if (one.earlier) await sendEarlier(api, tenant!, one);
    if (place.wasCalled || one.earlier) await api.simulator.forget();
    const reply = await this.underCondition(one, async () => {
      if (one.caller === 'too fast') await send(api.baseUrl, '/system/balance', { key: tenant!.key });
      const { method = 'GET', headers = {} } = one;
      return send(api.baseUrl, one.path, { key: tenant?.key, method, headers });
    });
    const seen = await api.simulator.seen();
    // After a fault, the upstream may receive a retry when the caller already has its response.
    place.wasCalled = seen.length > 0 || one.faults !== undefined;
    if (one.faults) await api.simulator.clearFaults();
    const isRefused = reply.status === 401 || one.caller === 'suspended' || one.condition === 'key set out of date';
    const money = await moneyOf(api, reply, tenant);
    return { ...money, reply, seen, balanceMicros: tenant && !isRefused ? money.balanceMicros : undefined };
  }

  private get places(): Place[] {
    return [this.usual, this.impatient, this.withOpenCircuit];
  }

  private placeOf({ condition }: EndpointCase): Place {
    if (condition === 'circuit open') return this.withOpenCircuit;
    return condition === 'short deadline' ? this.impatient : this.usual;
  }

  /** If the case needs it, the clock stands still during `work`: no rate window passes, and no open circuit is probed. */
  private async underCondition(
    { condition, caller }: EndpointCase,
    work: () => Promise<SentReply>,
  ): Promise<SentReply> {
    if (condition === 'circuit open') {
      const reply = await atTime(this.openAtMs, work);
      // A key refresh during `work` may have recorded that old time, after which the API would not trust its keys.
      await Promise.all(this.places.map(({ api }) => api.app.get(KeySetRefresher).refresh()));
      return reply;
    }
    if (condition === 'key set out of date') {
      // Each case is an hour later than the previous one, because a key refresh during `work` records the time.
      hours += 1;
      return atTime(clock.nowMs() + hours * 3_600_000, work);
    }
    if (caller !== 'too fast') return work();
    return atTime(clock.nowMs(), work);
  }
}

async function sendEarlier(api: TestApi, { key }: Tenant, one: EndpointCase): Promise<void> {
  // With an empty store, the response is fetched again.
  const times = one.condition === 'fetched again twice' ? 3 : 1;
  for (let time = 1; time <= times; time++) {
    const { status } = await send(api.baseUrl, one.earlier!, { key, headers: { ...one.headers } });
    if (status !== 200) throw new Error(`${one.earlier} returned ${status}`);
    if (times > 1) api.app.get(ResponseStore).clear();
  }
}

let hours = 0;

export interface LoggedRequest {
  request_id: string;
  operation: string;
  status: number;
  code: string | null;
  charged: boolean;
}

async function callersOf({ tenants, database }: TestApi): Promise<Record<CallerKind, Tenant | undefined>> {
  const suspended = await tenants.create('10');
  await tenants.suspend(suspended.accountId);
  const capped = await tenants.create('10');
  await database.dataSource.query(
    `INSERT INTO ledger.key_caps (key_family_id, account_id, shard, daily_cap_micros, monthly_cap_micros) VALUES ($1, $2, shard_of($2), 0, NULL)`,
    [capped.keyId, capped.accountId],
  );
  return {
    funded: await tenants.create('1000'),
    penniless: await tenants.create('0'),
    capped,
    suspended,
    'too fast': await tenants.create('10', { rate_per_second: 1 }),
    nobody: undefined,
  };
}

async function startPlace(variables?: NodeJS.ProcessEnv): Promise<Place> {
  const api = await startTestApi(variables);
  return { api, callers: await callersOf(api), wasCalled: true };
}

function openBreakers({ api }: Place): number {
  const nowMs = clock.nowMs();
  for (const { breaker } of api.app.get(UpstreamClient).families.all)
    for (let failed = 0; breaker.state !== 'open'; failed++) {
      const request = { accountId: 0, path: `${failed}` };
      breaker.record(breaker.admit(request), false, request);
    }
  return nowMs;
}

/** Records so many successes that the failures of one case open no circuit and block no request of the next case. */
export function keepBreakersClosed({ app }: TestApi): void {
  const request = { accountId: 0, path: '' };
  for (const { breaker } of app.get(UpstreamClient).families.all) {
    for (let count = 0; count < 10; count++) breaker.record(breaker.admit(request), true, request);
    breaker.paths.forget();
  }
}

function atTime<T>(nowMs: number, work: () => Promise<T>): Promise<T> {
  const stopped = jest.spyOn(clock, 'nowMs').mockReturnValue(nowMs);
  return work().finally(() => stopped.mockRestore());
}

async function moneyOf({ database }: TestApi, { headers }: SentReply, tenant: Tenant | undefined) {
  const [row] = await database.dataSource.query(
    `SELECT coalesce((SELECT balance_micros FROM accounts WHERE id = $1), 0) AS balance,
       coalesce((SELECT amount_micros FROM transfers WHERE id = $2), 0) AS amount`,
    [tenant?.accountId, headers['x-request-id']],
  );
  return { balanceMicros: BigInt(row.balance), ledgerMicros: BigInt(row.amount) };
}
