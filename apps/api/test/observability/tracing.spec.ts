import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { UpstreamClient } from '@loupe/upstream-client';
import type { Logger } from 'pino';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { LOGGER } from '../../src/platform/observability/logger';
import { Metrics } from '../../src/platform/observability/metrics';
import type { Tracer } from '../../src/platform/observability/span';
import { openTracing, Tracing } from '../../src/platform/observability/tracing';
import { withResolvers } from '../../src/platform/promises';
import { kinds } from '../endpoints/failure-table';
import { type SentReply, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';
import { Collector, type ReceivedSpan } from './collector';

const server = 2;
const client = 3;
const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';

const named = (spans: ReceivedSpan[], name: string) => spans.find((span) => span.name === name)!;

/** Runs `start` with variables in the environment of this process, from which the SDK reads its own. */
async function withEnvironment<Started>(
  variables: Record<string, string>,
  start: () => Started | Promise<Started>,
): Promise<Started> {
  Object.assign(process.env, variables);
  try {
    return await start();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
}

function startTraced(collector: { url: string }, variables: Record<string, string> = {}): Promise<TestApi> {
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...variables };
  return withEnvironment(given, () => startTestApi(given));
}

test('without a collector nothing of OpenTelemetry is loaded', async () => {
  const api = await startTestApi();
  try {
    const { key } = await api.tenants.create();
    expect((await send(api.baseUrl, kinds.object, { key })).status).toBe(200);
    // The interfaces alone are, by prom-client.
    expect(Object.keys(require.cache).filter((path) => /@opentelemetry.(?!api.build)/.test(path))).toEqual([]);
  } finally {
    await api.stop();
  }
});

describe('with a collector', () => {
  let collector: Collector;
  let api: TestApi;
  let tenant: Tenant;
  beforeAll(async () => {
    collector = await Collector.start();
    api = await startTraced(collector, {
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collectors',
      OTEL_SERVICE_NAME: 'loupe-test',
    });
    tenant = await api.tenants.create('100');
  });
  afterEach(() => {
    collector.spans.length = 0;
    return api.simulator.clearFaults();
  });
  afterAll(async () => {
    await api.stop();
    collector.stop();
  });

  const ask = (path: string, traceparent?: string): Promise<SentReply> =>
    send(api.baseUrl, path, { key: tenant.key, headers: traceparent ? { traceparent } : {} });

  test('a request is a span below that of its caller, with its attempts, waits, charge and batch', async () => {
    await api.simulator.fault({ operation: 'users.info', fault: 'http_502', mode: 'once' });
    const { headers } = await ask(`${kinds.object}?`, `00-${callersTrace}-${callersSpan}-01`);
    const spans = await collector.trace(callersTrace, 'GET /users/{user_id}', 'charge batch');

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
    const attempts = spans.filter(({ name }) => name === 'users.info');
    expect(attempts).toMatchObject([
      { parentSpanId: root.spanId, kind: client, attributes: { 'loupe.upstream.outcome': 'failed' } },
      { parentSpanId: root.spanId, kind: client, attributes: { 'loupe.upstream.outcome': 'ok' }, status: {} },
    ]);
    expect(attempts[0]!.attributes).toMatchObject({ 'error.type': 'failed', 'loupe.upstream.session': 1 });
    const charge = named(spans, 'charge');
    const batch = named(spans, 'charge batch');
    expect(charge.parentSpanId).toBe(root.spanId);
    expect(batch).toMatchObject({ parentSpanId: charge.spanId, attributes: { 'loupe.charges': 1 } });
    expect(batch.links).toMatchObject([{ traceId: callersTrace, spanId: charge.spanId }]);

    const inside = spans.filter(({ spanId }) => spanId !== root.spanId);
    for (const { startTimeUnixNano, endTimeUnixNano } of inside) {
      expect(BigInt(startTimeUnixNano) >= BigInt(root.startTimeUnixNano)).toBe(true);
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
    }
    // On the clock of the world.
    expect(Math.abs(Number(root.endTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000);
    expect([...collector.paths]).toEqual(['POST /v1/traces']);
    expect(collector.headers[0]!.authorization).toBe('Bearer collectors');
    expect(collector.serviceName).toBe('loupe-test');
  });

  test('a batch links to every charge in it', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(kinds.media)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const spansOf = (name: string) => collector.spans.filter((span) => span.name === name);
    await until('20 spans arrive', () => spansOf('GET /posts/{post_id}').length === 20);
    const charges = spansOf('charge').map(({ spanId }) => spanId);
    const linked = spansOf('charge batch').flatMap(({ links }) => links.map(({ spanId }) => spanId));
    expect(charges).toHaveLength(20);
    expect(linked.sort()).toEqual(charges.sort());
    expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(20);
  });

  test('waits for the rate of a session are spans', async () => {
    const upstream = api.app.get(UpstreamClient);
    upstream.replaceSessions([{ headers: api.simulator.sessionHeaders, requestsPerSecond: 1 }]);
    await ask(kinds.object);
    await ask(kinds.object, `00-${callersTrace}-${callersSpan}-01`);
    upstream.replaceSessions([{ headers: api.simulator.sessionHeaders }]);
    const wait = named(await collector.trace(callersTrace, 'wait for a session'), 'wait for a session');
    expect(Number(BigInt(wait.endTimeUnixNano) - BigInt(wait.startTimeUnixNano)) / 1e6).toBeGreaterThan(50);
  });

  test('the upstream is told nothing of traces, and a span holds neither key nor query', async () => {
    const heads: string[] = [];
    const note = (message: unknown) => void heads.push((message as { headers: string }).headers);
    subscribe('undici:client:sendHeaders', note);
    await ask(`${kinds.search}&traced=1`, `00-${callersTrace}-${callersSpan}-01`);
    await ask(kinds.search, `00-${callersTrace}-${callersSpan}-01`);
    unsubscribe('undici:client:sendHeaders', note);
    const sent = heads.filter((head) => head.includes('/music/audio_global_search/'));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain(api.simulator.sessionHeaders.cookie);
    expect(sent[0]).not.toMatch(/^(traceparent|tracestate|baggage):/im);
    await collector.trace(callersTrace, 'GET /search/audio', 'charge');
    expect(collector.text).not.toContain(tenant.key);
    expect(collector.text).not.toContain(tenant.key.slice(0, 14));
    expect(collector.text).not.toContain('query=low');
    expect(collector.text).not.toContain(api.simulator.sessionHeaders.cookie);
  });

  test('a slow request is found from the histogram by its exemplar', async () => {
    await ask(kinds.object, `00-${callersTrace}-${callersSpan}-01`);
    const metrics = api.app.get(Metrics);
    const withTrace = new RegExp(
      `^loupe_request_duration_seconds_bucket\\{le="[\\d.]+",operation="users.by_id"\\} \\d+ # \\{trace_id="${callersTrace}"\\} [\\d.]+ [\\d.]+$`,
      'm',
    );
    expect(await metrics.openMetrics()).toMatch(withTrace);
    const text = await metrics.registry.metrics();
    expect(text).not.toContain('trace_id');
    expect(text).toContain('loupe_answers_total{');
  });
});

test.each([
  ['with a ratio of 0 nothing is traced, whatever a caller wants', 'traceidratio', '0', '01', 0],
  ['a caller who is not traced decides it where parents do', 'parentbased_always_on', '1', '00', 0],
  ['a caller who is traced decides it where parents do', 'parentbased_always_off', '1', '01', 1],
  ['nobody decides where all is traced', 'always_on', '1', '00', 1],
])('%s', async (_what, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, flags, count) => {
  const collector = await Collector.start();
  const api = await startTraced(collector, { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG });
  await send(api.baseUrl, '/system/health', { headers: { traceparent: `00-${callersTrace}-${callersSpan}-${flags}` } });
  await api.stop();
  expect(collector.spans.filter(({ name }) => name === 'GET /system/health')).toHaveLength(count);
  collector.stop();
});

test.each([
  ['OTEL_TRACES_SAMPLER', { OTEL_TRACES_SAMPLER: 'sometimes' }],
  ['OTEL_TRACES_SAMPLER_ARG', { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '7' }],
])('a value of %s that means nothing is told in the log, and the default applies', async (name, variables) => {
  const collector = await Collector.start();
  const warn = jest.fn();
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: '', ...variables };
  const { tracer } = await withEnvironment(given, () => openTracing(given, { warn } as unknown as Logger));
  expect(warn.mock.calls).toEqual([[expect.stringContaining(name)]]);
  endSpans(tracer!, 1);
  await tracer!.stop();
  expect(collector.spans).toHaveLength(1);
  expect(collector.serviceName).toBe('loupe');
  collector.stop();
});

test('headers that cannot be sent lose traces, and nothing else', async () => {
  const collector = await Collector.start();
  const warn = jest.fn();
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x,authorization=a%0Ab' };
  const tracing = await withEnvironment(given, () => openTracing(given, { warn } as unknown as Logger));
  endSpans(tracing.tracer!, 1);
  await tracing.onApplicationShutdown();
  expect(warn.mock.calls).toEqual([[{ err: expect.anything() }, 'traces cannot be exported: they are lost']]);
  expect(collector.spans).toEqual([]);
  collector.stop();
});

const silence = new Promise<void>(() => undefined);

test.each([
  ['hangs', () => Collector.start(silence)],
  ['is gone', async () => ({ url: `http://127.0.0.1:${await freePort()}`, stop: (): void => undefined })],
])('a collector that %s does no harm: callers are answered, and the process ends in time', async (_is, start) => {
  const collector = await start();
  const api = await startTraced(collector);
  const { tracer } = api.app.get(Tracing);
  endSpans(tracer!, 2_000);
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(api.baseUrl, '/system/health')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const warned = jest.spyOn(api.app.get<Logger>(LOGGER), 'warn');
  await api.stop();
  // Said once, however many exports fail; of one that hangs, the process has not waited for the end.
  expect(warned.mock.calls.length).toBeLessThanOrEqual(1);
  collector.stop();
});

test('what waits for a slow collector is bounded: the rest is dropped', async () => {
  const gate = withResolvers<void>();
  const collector = await Collector.start(gate.promise);
  const api = await startTraced(collector);
  const { tracer } = api.app.get(Tracing);
  endSpans(tracer!, 20_000);
  gate.resolve();
  await tracer!.stop();
  await api.stop();
  expect(collector.spans.length).toBeGreaterThan(8_000);
  expect(collector.spans.length).toBeLessThanOrEqual(8_192 + 512);
  collector.stop();
});

function endSpans(tracer: Tracer, count: number): void {
  for (let ended = 0; ended < count; ended++)
    tracer.begin('one of many', {}, performance.now())!.end(performance.now());
}
