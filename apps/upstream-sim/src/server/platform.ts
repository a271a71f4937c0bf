import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Effect, Prepared } from '../faults/fault';
import { type FaultBook, type Sentence, sentenceFromHeader } from '../faults/fault-book';
import { later, sendWhole } from '../faults/senders';
import { type Answer, Refusal } from '../wire/answer';
import type { Treatment } from '../wire/paging';
import { LOGIN_REQUIRED, METHOD_NOT_ALLOWED, PAGE_NOT_FOUND } from '../wire/refusals';
import type { View } from '../wire/view';
import { BoundedCache } from '../world/bounded-cache';
import type { RequestLog, SeenRequest } from './request-log';
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

/** What a request turned out to ask. */
interface Asked {
  readonly match: Match | 'wrong_method' | undefined;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly session: string | undefined;
}

/** The simulated platform: finds the operation, its fault and its answer, and sends it. */
export class Platform {
  private readonly bodies = new BoundedCache<string, Prepared>(CACHED_BYTES, ({ bytes }) => bytes.length + 500);

  constructor(private readonly parts: Parts) {}

  serve(inbound: Inbound): void {
    const asked = this.read(inbound);
    const operation = typeof asked.match === 'object' ? asked.match.operation.name : null;
    const seen = this.log(inbound, asked, operation);
    const sentence = this.sentenceFor(inbound, operation, asked.session);
    seen.fault = sentence?.fault.name ?? null;
    const answer = this.answerTo(inbound, asked, sentence?.fault.effect);
    seen.status = answer.status;
    send(inbound, answer, sentence);
  }

  private read({ request, path, search, body }: Inbound): Asked {
    const form = new URLSearchParams(body);
    const match = this.parts.router.match(request.method ?? 'GET', path, form.get('fb_api_req_friendly_name'));
    return { match, query: new URLSearchParams(search), form, session: sessionOf(request.headers) };
  }

  private log({ request, path }: Inbound, { query, form, session }: Asked, operation: string | null): SeenRequest {
    const place = this.parts.sessions.indexOf(session ?? '');
    const { method = 'GET', headers } = request;
    return this.parts.log.add({ method, path, operation, session: place < 0 ? null : place, headers }, query, form);
  }

  private sentenceFor({ request }: Inbound, operation: string | null, session: string | undefined) {
    const header = request.headers['x-sim-fault'];
    if (typeof header === 'string') return sentenceFromHeader(header);
    return this.parts.faults.sentence(operation ?? 'unknown', session);
  }

  private answerTo({ path, search, body }: Inbound, asked: Asked, effect: Effect | undefined): Prepared {
    if (effect?.kind === 'answer') return prepared(effect.answer);
    if (asked.match === undefined) return prepared(PAGE_NOT_FOUND);
    if (!this.parts.sessions.includes(asked.session ?? '')) return prepared(LOGIN_REQUIRED);
    if (asked.match === 'wrong_method') return prepared(METHOD_NOT_ALLOWED);
    const { operation, params } = asked.match;
    const { query, form } = asked;
    const view = this.parts.view();
    const treatment = treatmentBy(effect);
    const make = () => prepared(answered(() => operation.answer({ view, params, query, form, treatment })));
    if (treatment !== HEALTHY) return make();
    return this.bodies.remember(`${operation.name} ${view.nowSeconds} ${path}?${search} ${body}`, make);
  }
}

function send({ request, response }: Inbound, answer: Prepared, sentence: Sentence | undefined): void {
  const effect = sentence?.fault.effect;
  const delayMs = sentence?.delayMs ?? 0;
  if (effect?.kind === 'transport') {
    effect.send(response, answer, delayMs);
    return;
  }
  const act = () => sendWhole(response, compressed(answer, request.headers['accept-encoding']));
  if (delayMs > 0) later(response, delayMs, act);
  else act();
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
