import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { kinds } from '../endpoints/failure-table';
import { ApiProcess } from '../keys/api-fleet';
import { type SentReply, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi, variablesOf } from '../support/test-api';
import { until } from '../support/until';
import { Collector, type ReceivedSpan } from './collector';

const server = 2;
const client = 3;
const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';
const traceparent = `00-${callersTrace}-${callersSpan}-01`;

let api: TestApi;
let tenant: Tenant;
let directory: string;
let collector: Collector;
const traced: ApiProcess[] = [];
beforeAll(async () => {
  api = await startTestApi();
  tenant = await api.tenants.create('100');
  directory = mkdtempSync(join(tmpdir(), 'loupe-tracing-'));
});
beforeEach(async () => {
  collector = await Collector.start();
});
afterEach(async () => {
  await Promise.all(traced.splice(0).map((one) => one.stop()));
  collector.stop();
  await api.simulator.clearFaults();
});
afterAll(async () => {
  await api.stop();
  rmSync(directory, { recursive: true });
});

/** The instrumentations take hold of a whole process, so each has one of its own. */
async function startTraced(variables: NodeJS.ProcessEnv = {}): Promise<ApiProcess> {
  const started = await ApiProcess.start({
    ...variablesOf(directory, api.database, api.simulator),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...variables,
  });
  traced.push(started);
  return started;
}

const ask = ({ baseUrl }: ApiProcess, path: string, headers: Record<string, string> = {}): Promise<SentReply> =>
  send(baseUrl, path, { key: tenant.key, headers });
const named = (spans: ReceivedSpan[], name: string) => spans.find((span) => span.name === name)!;

test('nothing of OpenTelemetry is loaded without a collector', async () => {
  expect((await send(api.baseUrl, kinds.object, { key: tenant.key })).status).toBe(200);
  // Only the interfaces are.
  expect(Object.keys(require.cache).filter((path) => /@opentelemetry.(?!api.build)/.test(path))).toEqual([]);
});

test('a request is a span below that of its caller, above the spans of its upstream requests and its charge', async () => {
  const process = await startTraced({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collectors',
    OTEL_SERVICE_NAME: 'loupe-test',
  });
  await api.simulator.fault({ operation: 'users.info', fault: 'http_502', mode: 'once' });
  const { headers } = await ask(process, kinds.object, { traceparent });
  const spans = await collector.trace(callersTrace, 'GET /users/{user_id}');
  const root = named(spans, 'GET /users/{user_id}');
  expect(root).toMatchObject({ parentSpanId: callersSpan, kind: server });
  expect(root.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/users/{user_id}',
    'http.response.status_code': 200,
    'loupe.operation': 'users.by_id',
    'loupe.request_id': headers['x-request-id'],
    'loupe.cost_usd': '0.000600',
  });
  const ofUpstream = spans.filter(({ kind, attributes }) => kind === client && 'http.request.method' in attributes);
  expect(ofUpstream.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([502, 200]);
  expect(spans.filter(({ name }) => name.startsWith('pg.query')).length).toBeGreaterThan(0);
  for (const { traceId } of spans) expect(traceId).toBe(callersTrace);
  expect([...collector.paths]).toEqual(['POST /v1/traces']);
  expect(collector.headers[0]!.authorization).toBe('Bearer collectors');
  expect(collector.serviceName).toBe('loupe-test');
  // A slow request is found from the histogram by its exemplar.
  expect(await process.openMetrics()).toMatch(
    new RegExp(
      `^loupe_request_duration_seconds_bucket\\{.*operation="users.by_id".* # \\{trace_id="${callersTrace}"`,
      'm',
    ),
  );
});

describe('an upstream that notes what it is told', () => {
  let upstream: Server;
  const told: IncomingHttpHeaders[] = [];
  beforeAll(async () => {
    upstream = createServer(({ headers }, response) => {
      told.push(headers);
      response.setHeader('content-type', 'application/json');
      response.end('{"items":[],"page_info":{}}');
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => upstream.close());

  test('learns nothing of traces, and no span holds a key, a query, an IP or anything of a session', async () => {
    const { port } = upstream.address() as AddressInfo;
    const process = await startTraced({ UPSTREAM_BASE_URL: `http://127.0.0.1:${port}` });
    expect((await ask(process, kinds.search, { traceparent })).status).toBe(200);
    await collector.trace(callersTrace, 'GET /search/audio');
    expect(told).toHaveLength(1);
    expect(told[0]!.cookie).toBe(api.simulator.sessionHeaders.cookie);
    expect(Object.keys(told[0]!)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(trace|baggage)/)]));
    for (const secret of [tenant.key, tenant.key.slice(0, 14), 'query=low', told[0]!.cookie!, '127.0.0.1'])
      expect(collector.text).not.toContain(secret);
  });
});

test.each([
  ['nothing is traced with a ratio of 0, whatever a caller wants', 'traceidratio', '0', '01', 0],
  ['a caller who is not traced decides it where parents do', 'parentbased_always_on', '1', '00', 0],
  ['nobody decides where everything is traced', 'always_on', '1', '00', 1],
])('%s', async (_what, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, flags, count) => {
  const process = await startTraced({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG });
  await ask(process, '/system/health', { traceparent: `00-${callersTrace}-${callersSpan}-${flags}` });
  expect(await process.end()).toBe(0);
  expect(collector.spans.filter(({ traceId }) => traceId === callersTrace)).toHaveLength(count);
});

test('a sampler that does not exist is told in the log, and everything is traced', async () => {
  const process = await startTraced({ OTEL_TRACES_SAMPLER: 'sometimes' });
  await ask(process, '/system/health', { traceparent });
  await collector.trace(callersTrace, 'GET /system/health');
  expect(process.output).toContain('OTEL_TRACES_SAMPLER');
});

const silence = new Promise<void>(() => undefined);

test.each([
  ['hangs', () => Collector.start(silence)],
  ['is gone', async () => ({ url: `http://127.0.0.1:${await freePort()}`, stop: (): void => undefined })],
])('a collector that %s holds up neither callers nor the end of the process', async (_is, start) => {
  const away = await start();
  const process = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: away.url });
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(process, '/system/health')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await process.end()).toBe(0);
  // Said once, however many exports fail.
  expect(process.output.split('traces cannot be exported').length).toBeLessThanOrEqual(2);
  away.stop();
});

test('the end of a process sends the spans that it still has', async () => {
  const process = await startTraced();
  await ask(process, '/system/health', { traceparent });
  await process.end();
  await until('the span is there', () => collector.spans.some(({ traceId }) => traceId === callersTrace));
});
