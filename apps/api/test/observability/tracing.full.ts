import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { kinds } from '../endpoints/failure-table';
import { send } from '../support/send';
import { until } from '../support/until';
import { Collector, type ReceivedSpan } from './collector';
import { callersSpan, callersTrace, TracedApi, traceparent } from './traced-api';

const server = 2;
const client = 3;
const named = (spans: ReceivedSpan[], name: string) => spans.find((span) => span.name === name)!;

let traced: TracedApi;
beforeAll(async () => {
  traced = await TracedApi.create();
});
afterEach(() => traced.reset());
afterAll(() => traced.stop());

test('without a collector, only the API package of OpenTelemetry is loaded', async () => {
  expect((await send(traced.api.baseUrl, kinds.object, { key: traced.tenant.key })).status).toBe(200);
  expect(Object.keys(require.cache).filter((path) => /@opentelemetry.(?!api.build)/.test(path))).toEqual([]);
});

test('the span of a request is a child of the caller’s span, and its upstream requests and queries are in the same trace', async () => {
  const process = await traced.start({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collectors',
    OTEL_SERVICE_NAME: 'loupe-test',
  });
  await traced.api.simulator.fault({ operation: 'users.info', fault: 'http_502', mode: 'once' });
  const { headers } = await traced.ask(process, kinds.object, { traceparent });
  const spans = await traced.collector.trace(callersTrace, 'GET /users/{user_id}');
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
  const ids = spans.map(({ spanId }) => spanId);
  for (const span of spans) if (span !== root) expect(ids).toContain(span.parentSpanId);
  expect([...traced.collector.paths]).toEqual(['POST /v1/traces']);
  expect(traced.collector.headers[0]!.authorization).toBe('Bearer collectors');
  expect(traced.collector.serviceName).toBe('loupe-test');
  // An exemplar in the histogram links to the trace.
  expect(await process.openMetrics()).toMatch(
    new RegExp(
      `^loupe_request_duration_seconds_bucket\\{.*operation="users.by_id".* # \\{trace_id="${callersTrace}"`,
      'm',
    ),
  );
});

describe('an upstream that records its request headers', () => {
  let upstream: Server;
  const received: IncomingHttpHeaders[] = [];
  beforeAll(async () => {
    upstream = createServer(({ headers }, response) => {
      received.push(headers);
      response.setHeader('content-type', 'application/json');
      response.end('{"items":[],"page_info":{}}');
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => upstream.close());

  test('receives no trace headers, and no span contains a key, a query string, an IP address or session data', async () => {
    const { port } = upstream.address() as AddressInfo;
    const process = await traced.start({ UPSTREAM_BASE_URL: `http://127.0.0.1:${port}` });
    expect((await traced.ask(process, kinds.search, { traceparent })).status).toBe(200);
    await traced.collector.trace(callersTrace, 'GET /search/audio');
    expect(received).toHaveLength(1);
    expect(received[0]!.cookie).toBe(traced.api.simulator.sessionHeaders.cookie);
    expect(Object.keys(received[0]!)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(trace|baggage)/)]));
    for (const secret of [
      traced.tenant.key,
      traced.tenant.key.slice(0, 14),
      'query=low',
      received[0]!.cookie!,
      '127.0.0.1',
    ])
      expect(traced.collector.text).not.toContain(secret);
  });
});

test.each([
  ['a ratio of 0 traces nothing, whatever a caller requests', 'traceidratio', '0', '01', 0],
  ['a parent-based sampler obeys a caller who is not traced', 'parentbased_always_on', '1', '00', 0],
  ['an always-on sampler ignores the caller', 'always_on', '1', '00', 1],
])('%s', async (_what, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, flags, count) => {
  const process = await traced.start({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG });
  await traced.ask(process, '/system/health', { traceparent: `00-${callersTrace}-${callersSpan}-${flags}` });
  expect(await process.end()).toBe(0);
  expect(traced.collector.spans.filter(({ traceId }) => traceId === callersTrace)).toHaveLength(count);
});

test('an unknown sampler is reported in the log, and everything is traced', async () => {
  const process = await traced.start({ OTEL_TRACES_SAMPLER: 'sometimes' });
  await traced.ask(process, '/system/health', { traceparent });
  await traced.collector.trace(callersTrace, 'GET /system/health');
  expect(process.output).toContain('OTEL_TRACES_SAMPLER');
});

const silence = new Promise<void>(() => undefined);

test.each([
  ['hangs', () => Collector.start(silence)],
  ['is gone', async () => ({ url: `http://127.0.0.1:${await freePort()}`, stop: (): void => undefined })],
])('a collector that %s delays neither callers nor the end of the process', async (_is, start) => {
  const away = await start();
  const process = await traced.start({ OTEL_EXPORTER_OTLP_ENDPOINT: away.url });
  const answers = await Promise.all(Array.from({ length: 50 }, () => traced.ask(process, '/system/health')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await process.end()).toBe(0);
  // Logged at most once, however many exports fail.
  expect(process.output.split('traces cannot be exported').length).toBeLessThanOrEqual(2);
  away.stop();
});

test('a process that ends sends its remaining spans', async () => {
  const process = await traced.start();
  await traced.ask(process, '/system/health', { traceparent });
  await process.end();
  await until('the span is there', () => traced.collector.spans.some(({ traceId }) => traceId === callersTrace));
});
