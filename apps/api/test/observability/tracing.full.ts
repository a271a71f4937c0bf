import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { until } from '../support/until';
import { Collector } from './collector';
import { callersSpan, callersTrace, TracedApi, traceparent } from './traced-api';

let traced: TracedApi;
beforeAll(async () => {
  traced = await TracedApi.create();
});
afterEach(() => traced.reset());
afterAll(() => traced.stop());

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
