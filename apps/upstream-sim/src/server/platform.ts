import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Effect } from '../faults/catalogue';
import { type AppliedFault, type FaultRules, faultFromHeader } from '../faults/fault-rules';
import type { HeldAnswers } from '../faults/held-answers';
import { later, type Prepared, sendWhole } from '../faults/senders';
import { type Answer, Refusal } from '../wire/answer';
import type { Treatment } from '../wire/paging';
import { refusal } from '../wire/refusals';
import type { View } from '../wire/view';
import { BoundedCache } from '../world/bounded-cache';
import type { RequestLog, SeenRequest } from './request-log';
import { decoded, match } from './router';

const cachedBytes = 96 * 1024 * 1024;
const healthy: Treatment = { quirk: undefined, badCursor: 'page_one' };

const cookie = /(?:^|;\s*)sessionid=([^;]*)/;
const bearer = /^Bearer IGT:2:(.+)$/;

// Sent with every response. They must never reach callers of the gateway.
const upstreamHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-cache, no-store, must-revalidate',
  'set-cookie': 'csrftoken=sim-csrf-secret; Domain=.instagram.com; Path=/; Secure',
  'x-fb-debug': 'sim-debug-token==',
  'x-ig-origin-region': 'sim',
  vary: 'Accept-Language, Cookie, Accept-Encoding',
};

export interface Inbound {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly search: string;
  readonly body: string;
}

interface Parts {
  readonly faults: FaultRules;
  readonly held: HeldAnswers;
  readonly requests: RequestLog;
  readonly sessions: readonly string[];
  readonly view: () => View;
}

type ParsedRequest = ReturnType<typeof read>;

function read({ request, path, search, body }: Inbound) {
  const form = new URLSearchParams(body);
  const found = match(request.method ?? 'GET', path, form.get('fb_api_req_friendly_name'));
  return { found, query: new URLSearchParams(search), form, session: sessionOf(request.headers) };
}

export class Platform {
  private readonly bodies = new BoundedCache<string, Prepared>(cachedBytes, ({ bytes }) => bytes.length + 500);

  constructor(private readonly parts: Parts) {}

  serve(inbound: Inbound): void {
    const parsed = read(inbound);
    const operation = typeof parsed.found === 'object' ? parsed.found.operation.name : null;
    const seen = this.log(inbound, parsed, operation);
    const applied = this.appliedFaultFor(inbound, operation, parsed.session);
    seen.fault = applied?.fault.name ?? null;
    const answer = this.answerTo(inbound, parsed, applied?.fault.effect);
    seen.status = answer.status;
    const act = () => send(inbound, answer, applied);
    if (applied?.fault.effect.kind === 'hold') this.parts.held.hold(operation, inbound.response, act);
    else act();
  }

  private log(
    { request, path }: Inbound,
    { query, form, session }: ParsedRequest,
    operation: string | null,
  ): SeenRequest {
    const index = this.parts.sessions.indexOf(session ?? '');
    const { method = 'GET', headers } = request;
    return this.parts.requests.add(
      { method, path, operation, session: index < 0 ? null : index, headers },
      query,
      form,
    );
  }

  private appliedFaultFor({ request }: Inbound, operation: string | null, session: string | undefined) {
    const header = request.headers['x-sim-fault'];
    if (typeof header === 'string') return faultFromHeader(header);
    return this.parts.faults.faultFor(operation ?? 'unknown', session);
  }

  private answerTo({ path, search, body }: Inbound, parsed: ParsedRequest, effect: Effect | undefined): Prepared {
    if (effect?.kind === 'answer') return prepared(effect.answer);
    if (parsed.found === undefined) return prepared(refusal('page_not_found').answer);
    if (!this.parts.sessions.includes(parsed.session ?? '')) return prepared(refusal('login_required').answer);
    if (parsed.found === 'wrong_method') return prepared(refusal('method_not_allowed').answer);
    const { operation, params } = parsed.found;
    const { query, form } = parsed;
    const view = this.parts.view();
    const treatment = treatmentBy(effect);
    const make = () =>
      prepared(answered(() => operation.answer({ operation: operation.name, view, params, query, form, treatment })));
    if (treatment !== healthy) return make();
    return this.bodies.remember(
      `${operation.name} ${view.nowSeconds} ${view.world.changes.version} ${path}?${search} ${body}`,
      make,
    );
  }
}

function send({ request, response }: Inbound, answer: Prepared, applied: AppliedFault | undefined): void {
  const effect = applied?.fault.effect;
  const delayMs = applied?.delayMs ?? 0;
  if (effect?.kind === 'transport') {
    effect.send(response, answer, delayMs);
    return;
  }
  const act = () => sendWhole(response, compressed(answer, request.headers['accept-encoding']));
  if (delayMs > 0) later(response, delayMs, act);
  else act();
}

function treatmentBy(effect: Effect | undefined): Treatment {
  if (effect?.kind === 'list') return { ...healthy, quirk: effect.quirk };
  return effect?.kind === 'cursor' ? { ...healthy, badCursor: effect.mode } : healthy;
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
    headers: { ...upstreamHeaders, ...headers, 'content-type': contentType },
    bytes: Buffer.from(body),
  };
}

function sessionOf(headers: IncomingHttpHeaders): string | undefined {
  const raw = cookie.exec(headers.cookie ?? '')?.[1] ?? bearer.exec(headers.authorization ?? '')?.[1];
  return raw === undefined ? undefined : decoded(raw);
}

const worthCompressingBytes = 1024;
const fast = { level: 1 };
const zipped = new WeakMap<Prepared, Prepared>();

function compressed(answer: Prepared, acceptEncoding: string | string[] | undefined): Prepared {
  if (!/\bgzip\b/.test(String(acceptEncoding)) || answer.bytes.length < worthCompressingBytes) return answer;
  const known = zipped.get(answer);
  if (known) return known;
  const headers = { ...answer.headers, 'content-encoding': 'gzip' };
  const made = { ...answer, headers, bytes: gzipSync(answer.bytes, fast) };
  zipped.set(answer, made);
  return made;
}
