import { clock } from '../../src/platform/clock';
import { type SentReply, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { api, tenant } from '../support/usual';
import { expectProblem } from './answer-checks';
import { unitMicros } from './endpoint-case';
import { keepBreakersClosed } from './endpoint-world';
import {
  doublePriced,
  type Expected,
  expectedOf,
  failureTable,
  type Kind,
  kinds,
  kindsFor,
  statuses,
} from './failure-table';

beforeEach(() => keepBreakersClosed(api));
afterEach(() => api.simulator.clearFaults());

const ask = (kind: Kind) => send(api.baseUrl, kinds[kind], { key: tenant.key });

async function costMicrosOf({ headers }: SentReply): Promise<bigint> {
  const [row] = await api.database.dataSource.query('SELECT amount_micros FROM transfers WHERE id = $1', [
    headers['x-request-id'],
  ]);
  return row ? -BigInt(row.amount_micros) : 0n;
}

async function expectAnswer(reply: SentReply, expected: Expected, kind: Kind): Promise<void> {
  const isPaid = expected !== 502 && expected !== 'gated';
  const costMicros = isPaid ? unitMicros * (doublePriced.includes(kind) ? 2n : 1n) : 0n;
  if (!isPaid) expectProblem(reply, 502, 'upstream_error', costMicros, expected === 502);
  else if (expected !== 200) expectProblem(reply, statuses[expected]!, expected, costMicros);
  expect(await costMicrosOf(reply)).toBe(costMicros);
}

test('the tests of upstream failures cover every fault of the simulator except hold, which lasts until a test ends it', async () => {
  const response = await fetch(`${api.simulator.baseUrl}/_sim/faults`);
  const { faults } = (await response.json()) as { faults: string[] };
  expect(Object.keys(failureTable).sort()).toEqual(faults.filter((name) => name !== 'hold').sort());
});

test.each(Object.keys(failureTable))(
  'the upstream fault %s leads to the right status, code and charge',
  async (fault) => {
    await api.simulator.fault({ operation: '*', fault, delay_ms: 30 });
    const requested = kindsFor(fault);
    const replies = await Promise.all(requested.map(ask));
    const resultOf = ({ status, json }: SentReply) => {
      if (status === 502 && !json.retryable) return 'gated';
      return status === 200 || status === 502 ? status : json.code;
    };
    expect(Object.fromEntries(requested.map((kind, index) => [kind, resultOf(replies[index]!)]))).toEqual(
      Object.fromEntries(requested.map((kind) => [kind, expectedOf(fault, kind)])),
    );
    for (const [index, kind] of requested.entries()) await expectAnswer(replies[index]!, expectedOf(fault, kind), kind);
  },
);

test.each(['http_500', 'reset', 'cut_body', 'counter_error'])(
  'a request that fails once with the upstream fault %s is retried, and the caller gets a 200',
  async (fault) => {
    await api.simulator.fault({ operation: 'users.info', fault, mode: 'once' });
    await api.simulator.forget();
    await expectAnswer(await ask('object'), 200, 'object');
    expect(await api.simulator.seen()).toHaveLength(2);
  },
);

test('an upstream response with user_not_found is not retried', async () => {
  await api.simulator.fault({ operation: 'users.info', fault: 'user_not_found_404' });
  await api.simulator.forget();
  expect((await ask('object')).status).toBe(404);
  expect(await api.simulator.seen()).toHaveLength(1);
});

describe('an upstream that keeps failing', () => {
  let failing: TestApi;
  let caller: Tenant;
  beforeAll(async () => {
    failing = await startTestApi();
    caller = await failing.tenants.create();
  });
  afterAll(() => failing.stop());

  test('receives no requests for a while, and is then probed', async () => {
    const askFor = (id = 1_001) => send(failing.baseUrl, `/users/${id}`, { key: caller.key });
    await failing.simulator.fault({ operation: '*', fault: 'http_500' });
    const failed = await Promise.all(Array.from({ length: 60 }, (_, id) => askFor(id + 1)));
    expect(failed.map(({ status }) => status)).toEqual(expect.arrayContaining([502]));
    await failing.simulator.forget();
    const refused = await askFor();
    expectProblem(refused, 503, 'upstream_error', 0n);
    expect(await failing.simulator.seen()).toEqual([]);

    await failing.simulator.clearFaults();
    const time = jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 6_000);
    try {
      expect((await askFor()).status).toBe(200);
      expect((await askFor()).status).toBe(200);
    } finally {
      time.mockRestore();
    }
  });
});
