import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Effect, Prepared } from '../faults/fault';
import { type FaultBook, type Sentence, sentenceFromHeader } from '../faults/fault-book';
import { later, sendWhole } from '../faults/senders';
import { type Answer, Refusal } from '../wire/answer';
import type { Treatment } from '../wire/paging';
import { LOGIN_REQUIRED, METHOD_NOT_ALLOWED, PAGE_NOT_FOUND } from '../wire/refusals';
import type { View } from '../wire/view';
import { BoundedCache } from '../world/bounded-cache';
import type { RequestLog } from './request-log';
import type { Match, Router } from './router';
import { sessionOf } from './sessions';
import { compressed, UPSTREAM_HEADERS } from './upstream-headers';

const CACHED_BYTES = 96 * 1024 * 1024;
const HEALTHY: Treatment = { quirk: undefined, badCursor: 'page_one' };

/** A request to the platform with its target and body read. */
export interface Inbound {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly search: string;
  readonly body: string;
}

interface Parts {
  readonly router: Router;
  readonly faults: FaultBook;
  readonly log: RequestLog;
  readonly sessions: readonly string[];
  readonly view: () => View;
}

/** The simulated platform: finds the operation, its fault and its answer, and sends it. */
export class Platform {
  private readonly bodies = new BoundedCache<string, Prepared>(CACHED_BYTES, ({ bytes }) => bytes.length + 500);

  constructor(private readonly parts: Parts) {}

  serve(inbound: Inbound): void {
    const { request, path } = inbound;
    const method = request.method ?? 'GET';
    const query = new URLSearchParams(inbound.search);
    const form = new URLSearchParams(inbound.body);
    const match = this.parts.router.match(method, path, form.get('fb_api_req_friendly_name'));
    const operation = match && match !== 'wrong_method' ? match.operation.name : null;
    const session = sessionOf(request.headers);
    const known = session === undefined ? -1 : this.parts.sessions.indexOf(session);
    const { headers } = request;
    const seen = this.parts.log.add(
      { method, path, operation, session: known < 0 ? null : known, headers },
      query,
      form,
    );
    const sentence = this.sentenceFor(inbound, operation, session);
    seen.fault = sentence?.fault.name ?? null;
    const prepared = this.prepare(inbound, { match, query, form }, session, sentence?.fault.effect);
    seen.status = prepared.status;
    this.send(inbound, prepared, sentence);
  }

  private sentenceFor({ request }: Inbound, operation: string | null, session: string | undefined) {
    const header = request.headers['x-sim-fault'];
    if (typeof header === 'string') return sentenceFromHeader(header);
    return this.parts.faults.sentence(operation ?? 'unknown', session);
  }

  private prepare(
    inbound: Inbound,
    asked: { match: Match | 'wrong_method' | undefined; query: URLSearchParams; form: URLSearchParams },
    session: string | undefined,
    effect: Effect | undefined,
  ): Prepared {
    if (effect?.kind === 'answer') return prepared(effect.answer);
    if (asked.match === undefined) return prepared(PAGE_NOT_FOUND);
    if (session === undefined || !this.parts.sessions.includes(session)) return prepared(LOGIN_REQUIRED);
    if (asked.match === 'wrong_method') return prepared(METHOD_NOT_ALLOWED);
    const { operation, params } = asked.match;
    const view = this.parts.view();
    const treatment = treatmentBy(effect);
    const make = () => prepared(answered(() => operation.answer({ view, params, treatment, ...asked })));
    if (treatment !== HEALTHY) return make();
    const key = `${operation.name} ${view.nowSeconds} ${inbound.path}?${inbound.search} ${inbound.body}`;
    return this.bodies.remember(key, make);
  }

  private send({ request, response }: Inbound, answer: Prepared, sentence: Sentence | undefined): void {
    const effect = sentence?.fault.effect;
    const delayMs = sentence?.delayMs ?? 0;
    if (effect?.kind === 'transport') {
      effect.send(response, answer, delayMs);
      return;
    }
    const send = () => sendWhole(response, compressed(answer, request.headers['accept-encoding']));
    if (delayMs > 0) later(response, delayMs, send);
    else send();
  }
}

function treatmentBy(effect: Effect | undefined): Treatment {
  if (effect?.kind === 'list') return { ...HEALTHY, quirk: effect.quirk };
  return effect?.kind === 'cursor' ? { ...HEALTHY, badCursor: effect.mode } : HEALTHY;
}

function answered(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

function prepared({ status, contentType, body, headers }: Answer): Prepared {
  return {
    status,
    headers: { ...UPSTREAM_HEADERS, ...headers, 'content-type': contentType },
    bytes: Buffer.from(body),
  };
}
