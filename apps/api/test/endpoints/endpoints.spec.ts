import { allOperations, type Operation, problemStatusesOf } from '@loupe/dto';
import { expectKeyedHeaders, expectProblem, expectSoundAnswer } from './answer-checks';
import { ownCases } from './cases';
import { DeclaredSchemas } from './declared-schemas';
import { type EndpointCase, unitMicros, unitsOf } from './endpoint-case';
import { EndpointWorld, type LoggedRequest, type Outcome } from './endpoint-world';
import { genericCases, refusedMethod } from './generic-cases';

let world: EndpointWorld;
let schemas: DeclaredSchemas;
beforeAll(async () => {
  world = await EndpointWorld.start();
  schemas = new DeclaredSchemas(await world.openapiDocument());
});
afterAll(() => world.stop());

const requestIds: string[] = [];
/** The expected usage-log rows of all requests with a working key, except those refused with 402 or 429 or for their method. */
const logged = new Map<string, LoggedRequest>();
const refused = new Map<string, number>();

/** Statuses that may follow upstream requests. With other statuses, the upstream gets only requests that cases name. */
const upstreamStatuses = [200, 403, 404, 502, 504];

function exampleOf(operation: Operation): EndpointCase {
  const example = ownCases.find((one) => one.operation === operation && one.status === 200 && !one.method);
  if (!example) throw new Error(`${operation.name} has no case of success`);
  return example;
}

function casesFor(operation: Operation): EndpointCase[] {
  const own = ownCases.filter((one) => one.operation === operation);
  return [...own, ...genericCases(operation, exampleOf(operation).path)];
}

describe.each(allOperations.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  const cases = casesFor(operation);
  test.each(cases.map((one) => [one.name, one.status, one.code ?? '', one] as const))('%s: %d %s', async (...row) => {
    const one = row[3];
    const outcome = await run(one);
    expectOutcome(one, outcome);
    one.check?.(outcome.reply, outcome.seen);
  });
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'FOO', 'HEAD'])(
  'the method %s is refused, free of charge, by every operation that does not allow it',
  async (method) => {
    for (const operation of allOperations.filter(({ keyless }) => !keyless || method !== 'HEAD')) {
      const one = refusedMethod(operation, exampleOf(operation).path, method);
      const outcome = await run(one);
      expectOutcome(one, outcome);
      one.check?.(outcome.reply, outcome.seen);
    }
  },
);

async function run(one: EndpointCase): Promise<Outcome> {
  const outcome = await world.run(one);
  const requestId = String(outcome.reply.headers['x-request-id']);
  requestIds.push(requestId);
  if (outcome.balanceMicros !== undefined && !one.method) {
    const { operation, status, code = null } = one;
    const charged = outcome.ledgerMicros !== 0n;
    if (status === 402 || status === 429) {
      const kind = `${operation.name} ${code}`;
      refused.set(kind, (refused.get(kind) ?? 0) + 1);
    } else logged.set(requestId, { request_id: requestId, operation: operation.name, status, code, charged });
  }
  return outcome;
}

function expectOutcome(one: EndpointCase, { reply, seen, balanceMicros, ledgerMicros }: Outcome): void {
  const { operation, status, code, method } = one;
  const isProblem = reply.headers['content-type'] === 'application/problem+json';
  expect({ status: reply.status, code: isProblem ? reply.json?.code : undefined }).toEqual({
    status,
    code: method === 'HEAD' ? undefined : code,
  });
  const costMicros = BigInt(unitsOf(one)) * unitMicros;
  expect(ledgerMicros).toBe(-costMicros);
  if (code && method !== 'HEAD') expectProblem(reply, status, code, costMicros);
  else expectSoundAnswer(reply);
  expect(schemas.declares(operation, status)).toBe(true);
  if (method !== 'HEAD') expect(schemas.violationsOf(operation, reply)).toEqual([]);
  if (!code) expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  if (!operation.keyless) expectKeyedHeaders(reply, { costMicros, balanceMicros });
  const hasMore = status === 200 ? (reply.json?.has_more ?? reply.json?.feed?.more_available) : undefined;
  expect(reply.headers['x-list-end'] === undefined).toBe(hasMore !== false);
  const names = seen.map((request) => request.operation);
  if (one.upstream) expect([...names].sort()).toEqual([...one.upstream].sort());
  else if (!upstreamStatuses.includes(status) || code === 'account_suspended') expect(names).toEqual([]);
}

function keyOf({ name }: Operation, status: number, code: string | undefined): string {
  return `${name} ${status} ${code ?? ''}`.trim();
}

test('every declared status and code of every operation has a case, and every case has a declared status and code', () => {
  const declared = allOperations.flatMap((operation) => [
    keyOf(operation, 200, undefined),
    ...[...problemStatusesOf(operation)].flatMap(([status, codes]) =>
      codes.map((code) => keyOf(operation, status, code)),
    ),
  ]);
  const cases = allOperations.flatMap(casesFor).map(({ operation, status, code }) => keyOf(operation, status, code));
  expect([...new Set(cases)].sort()).toEqual(declared.sort());
});

describe('after all these requests and one more for each operation', () => {
  beforeAll(async () => {
    for (const operation of allOperations) await run(exampleOf(operation));
  });

  test('the usage log contains each request with a working key once, with its status and code', async () => {
    const rows = await world.loggedRequests([...logged.keys()]);
    const byId = (left: LoggedRequest, right: LoggedRequest) => left.request_id.localeCompare(right.request_id);
    expect(rows.sort(byId)).toEqual([...logged.values()].sort(byId));
  });

  test('the usage log counts each request refused for rate or money', async () => {
    const counted = await world.countedRefusals();
    expect(refused.size).toBeGreaterThan(allOperations.length / 2);
    // `refused` does not count the first request of the caller `too fast`, which may be refused as well.
    for (const [kind, count] of refused) expect([kind, counted.get(kind)! >= count]).toEqual([kind, true]);
  });

  test('the ledger agrees with the responses', async () => {
    expect(await world.differences()).toEqual([]);
  });

  test('no two responses have the same request id', () => {
    expect(requestIds.length).toBeGreaterThanOrEqual(allOperations.length);
    expect(new Set(requestIds).size).toBe(requestIds.length);
  });
});
