import { setTimeout as sleep } from 'node:timers/promises';
import { UsageLog } from '../../src/core/usage/usage-log';
import { closeCircuit, withOpenCircuit } from '../support/circuit';
import { type SentReply, send } from '../support/send';
import type { SeenRequest } from '../support/simulator';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import type { CallerKind, EndpointCase } from './endpoint-case';

/** What came of a case: the answer, what the upstream saw, and what the ledger says of it. */
export interface Outcome {
  reply: SentReply;
  seen: SeenRequest[];
  /** Undefined when no working key was sent. */
  balanceMicros: bigint | undefined;
  /** Of the ledger row that bears the request's id; 0 when there is none. */
  ledgerMicros: bigint;
}

/** The API as it is, another one that waits 50 ms for the upstream, and callers of every kind. */
export class EndpointWorld {
  private constructor(
    private readonly usual: TestApi,
    private readonly impatient: TestApi,
    private readonly callers: Readonly<Record<'usual' | 'impatient', Readonly<Record<CallerKind, Tenant | undefined>>>>,
  ) {}

  static async start(): Promise<EndpointWorld> {
    const [usual, impatient] = await Promise.all([startTestApi(), startTestApi({ UPSTREAM_TIMEOUT_MS: '50' })]);
    return new EndpointWorld(usual, impatient, {
      usual: await callersOf(usual),
      impatient: await callersOf(impatient),
    });
  }

  async stop(): Promise<void> {
    await Promise.all([this.usual.stop(), this.impatient.stop()]);
  }

  /** These requests as the usage logs have them, as soon as all are written: that happens when there is time. */
  async loggedRequests(requestIds: readonly string[]): Promise<LoggedRequest[]> {
    const ask = async ({ app, database }: TestApi) => {
      await app.get(UsageLog).flush();
      return database.dataSource.query(
        'SELECT request_id, operation, status, code, charged FROM usage_rows WHERE request_id = ANY($1)',
        [requestIds],
      );
    };
    for (;;) {
      const rows = [...(await ask(this.usual)), ...(await ask(this.impatient))];
      if (rows.length >= requestIds.length) return rows;
      await sleep(50);
    }
  }

  async openapiDocument() {
    return (await send(this.usual.baseUrl, '/openapi.json')).json;
  }

  async run(one: EndpointCase): Promise<Outcome> {
    const which = one.condition === 'short deadline' ? 'impatient' : 'usual';
    const api = this[which];
    const tenant = this.callers[which][one.caller ?? 'funded'];
    await prepare(api, one);
    const reply = await underCondition(api, one, async () => {
      if (one.caller === 'too fast') await send(api.baseUrl, '/system/balance', { key: tenant!.key });
      return send(api.baseUrl, one.path, { key: tenant?.key, ...(one.method ? { method: one.method } : {}) });
    });
    const seen = await api.simulator.seen();
    if (one.faults) await api.simulator.clearFaults();
    const isRefused = reply.status === 401 || one.caller === 'suspended' || one.condition === 'key set out of date';
    return {
      reply,
      seen,
      balanceMicros: tenant && !isRefused ? await api.tenants.balanceMicros(tenant.accountId) : undefined,
      ledgerMicros: await ledgerAmountOf(api, reply),
    };
  }
}

/** What the usage log keeps of a request. */
export interface LoggedRequest {
  request_id: string;
  operation: string;
  status: number;
  code: string | null;
  charged: boolean;
}

async function callersOf({ tenants }: TestApi): Promise<Record<CallerKind, Tenant | undefined>> {
  const suspended = await tenants.create('10');
  await tenants.suspend(suspended.accountId);
  return {
    funded: await tenants.create('1000'),
    penniless: await tenants.create('0'),
    suspended,
    'too fast': await tenants.create('10', { rate_per_second: 1 }),
    nobody: undefined,
  };
}

async function prepare({ app, simulator }: TestApi, { faults }: EndpointCase): Promise<void> {
  closeCircuit(app);
  for (const [operation, fault] of Object.entries(faults ?? {})) await simulator.fault({ operation, fault });
  await simulator.forget();
}

let hours = 0;
/** One moment for all who are too fast, so that the one request they may make stays the last one. */
let tooFastAtMs: number | undefined;

async function underCondition(
  { app }: TestApi,
  { condition, caller }: EndpointCase,
  work: () => Promise<SentReply>,
): Promise<SentReply> {
  if (condition === 'circuit open') return withOpenCircuit(app, work);
  const isOutOfDate = condition === 'key set out of date';
  if (!isOutOfDate && caller !== 'too fast') return work();
  if (isOutOfDate) hours += 1;
  else tooFastAtMs ??= performance.now();
  // The clock stands still, now or hours from now: no window passes. Each time further away, because a refresh may run meanwhile.
  const nowMs = isOutOfDate ? performance.now() + hours * 3_600_000 : tooFastAtMs!;
  const clock = jest.spyOn(performance, 'now').mockReturnValue(nowMs);
  return work().finally(() => clock.mockRestore());
}

async function ledgerAmountOf({ database }: TestApi, { headers }: SentReply): Promise<bigint> {
  const [row] = await database.dataSource.query('SELECT amount_micros FROM transfers WHERE id = $1', [
    headers['x-request-id'],
  ]);
  return row ? BigInt(row.amount_micros) : 0n;
}
