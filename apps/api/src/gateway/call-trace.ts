import type { Attempt } from '@loupe/upstream-client';
import { clock } from '../platform/clock';
import type { LoupeResponse } from '../platform/http/messages';
import type { Span, Tracer } from '../platform/observability/span';
import type { Call } from './call';

/**
 * Begins the span of a call when it is to be traced; most spans below it are made at the end, from what was measured.
 * @param tellsUpstream the upstream is somebody else's in most installations, and has no business with our callers' traces.
 */
export function traceCall(tracer: Tracer, call: Call, response: LoupeResponse, tellsUpstream: boolean): void {
  const span = tracer.begin(`GET ${call.operation.path}`, response.req.headers, call.startedAtMs);
  if (!span) return;
  call.span = span;
  span.set({
    'http.request.method': 'GET',
    'http.route': call.operation.path,
    'loupe.operation': call.operation.name,
    'loupe.request_id': call.requestId,
  });
  const asked = new Map<Attempt, Span>();
  call.exchange.onAttempt = (attempt) => {
    const client = span.begin(attempt.request, attempt.sentAtMs!, { kind: 'client' });
    asked.set(attempt, client);
    return tellsUpstream ? client.traceparent : undefined;
  };
  response.onceClosed(() => endTrace(call, span, asked));
}

function endTrace(call: Call, span: Span, asked: ReadonlyMap<Attempt, Span>): void {
  const nowMs = clock.nowMs();
  for (const attempt of call.exchange.attempts) {
    const endedAtMs = attempt.outcome ? attempt.endedAtMs : nowMs;
    traceWaits(attempt, span, endedAtMs);
    endAttempt(attempt, asked.get(attempt), endedAtMs);
  }
  if (call.answeredAfterMs > 0) span.begin('send answer', call.startedAtMs + call.answeredAfterMs).end(nowMs);
  const status = call.isSent ? call.status : 499;
  span.set({ 'http.response.status_code': status });
  span.end(nowMs, status >= 500 ? `${status}` : undefined);
}

function traceWaits({ startedAtMs, connectedAtMs, sentAtMs }: Attempt, span: Span, endedAtMs: number): void {
  if (connectedAtMs > startedAtMs) span.begin('wait for a connection', startedAtMs).end(connectedAtMs);
  const waitedUntilMs = sentAtMs ?? endedAtMs;
  // What is shorter is no wait, but the way to the next line.
  if (waitedUntilMs - connectedAtMs >= 1) span.begin('wait for a session', connectedAtMs).end(waitedUntilMs);
}

function endAttempt({ session, outcome = 'aborted' }: Attempt, span: Span | undefined, endedAtMs: number): void {
  span?.set({ 'loupe.upstream.session': session, 'loupe.upstream.outcome': outcome });
  span?.end(endedAtMs, outcome === 'ok' || outcome === 'missing' ? undefined : outcome);
}
