import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { kinds } from '../endpoints/failure-table';
import { send } from '../support/send';
import type { ReceivedSpan } from './collector';
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
