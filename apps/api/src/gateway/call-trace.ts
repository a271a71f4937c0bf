import type { Attempt } from '@loupe/upstream-client';
import type { Response } from 'express';
import { clock } from '../platform/clock';
import type { Span, Tracer } from '../platform/observability/span';
import type { Call } from './call';

/**
 * Begins the span of a call when it is to be traced; most spans below it are made at the end, from what was measured.
 * The upstream gets no `traceparent`: it is somebody else's, and has no business with our callers' traces.
 */
export function traceCall(tracer: Tracer, call: Call, response: Response): void {
  const span = tracer.begin(`GET ${call.operation.path}`, response.req.headers, call.startedAtMs);
  if (!span) return;
  call.span = span;
  span.set({
    'http.request.method': 'GET',
    'http.route': call.operation.path,
    'loupe.operation': call.operation.name,
    'loupe.request_id': call.requestId,
  });
  response.once('close', () => endTrace(call, span));
}

function endTrace(call: Call, span: Span): void {
  const nowMs = clock.nowMs();
  for (const attempt of call.upstreamContext.attempts) {
    const endedAtMs = attempt.outcome ? attempt.endedAtMs : nowMs;
    traceWaits(attempt, span, endedAtMs);
    traceAttempt(attempt, span, endedAtMs);
  }
  if (call.answeredAfterMs > 0) span.begin('send answer', call.startedAtMs + call.answeredAfterMs).end(nowMs);
  const status = call.isSent ? call.status : 499;
  span.set({ 'http.response.status_code': status });
  span.end(nowMs, status >= 500 ? `${status}` : undefined);
}

function traceWaits({ startedAtMs, connectedAtMs, sentAtMs }: Attempt, span: Span, endedAtMs: number): void {
  // What is shorter is no wait, but the way to the next line.
  if (connectedAtMs - startedAtMs >= 1) span.begin('wait for a connection', startedAtMs).end(connectedAtMs);
  const waitedUntilMs = sentAtMs ?? endedAtMs;
  if (waitedUntilMs - connectedAtMs >= 1) span.begin('wait for a session', connectedAtMs).end(waitedUntilMs);
}

function traceAttempt(
  { request, sentAtMs, session, outcome = 'aborted' }: Attempt,
  span: Span,
  endedAtMs: number,
): void {
  if (sentAtMs === undefined) return;
  const client = span.begin(request, sentAtMs, { kind: 'client' });
  client.set({ 'loupe.upstream.session': session, 'loupe.upstream.outcome': outcome });
  client.end(endedAtMs, outcome === 'ok' || outcome === 'missing' ? undefined : outcome);
}
