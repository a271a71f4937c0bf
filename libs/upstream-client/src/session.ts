import { acceptedEncodings } from './content-encoding';

/** Headers that make a request one of the operator's own session: cookie or authorization, user agent, app id. */
export type SessionHeaders = Readonly<Record<string, string>>;

export interface SessionSettings {
  readonly headers: SessionHeaders;
  readonly requestsPerSecond?: number | undefined;
  /** Address of the HTTP proxy that its requests go through. */
  readonly proxy?: string | undefined;
}

export type SessionState = 'ready' | 'resting' | 'dead';

const firstRestMs = 60_000;
const maxRestMs = 3_600_000;
const fatalRefusals = 10;
/** One that has just rested is tried gently until an answer comes. */
const trialIntervalMs = 1_000;

/** Sent with every request whose session does not say otherwise. What the upstream says in words is understood in English only. */
const defaultHeaders: SessionHeaders = { accept: '*/*', 'accept-language': 'en-US' };
/** Sent whatever a session says: headers copied from an app ask for encodings that are not known here. */
const ownHeaders: SessionHeaders = { 'accept-encoding': acceptedEncodings };
/** They speak of a connection or a body, which are not those that the session's headers were copied from. */
const connectionHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const languageHeaders = ['accept-language', 'x-ig-app-locale', 'x-ig-device-locale', 'x-ig-mapped-locale'];

/** A refusal that may be about the session, or about what was asked for. */
export interface Doubt {
  readonly about: string;
  readonly sentAtMs: number;
}

/** One session of the operator, and what is known of it. */
export class Session {
  /** By which it is found again when the file has changed. */
  readonly identity: string;
  readonly headers: SessionHeaders;
  /** Those that are sent with each of its requests. */
  readonly sentHeaders: SessionHeaders;
  restingUntilMs = 0;
  /** When the last request that succeeded was sent. */
  succeededAtMs = Number.NEGATIVE_INFINITY;
  /** What it was refused last, when it has not succeeded since: only what it is refused next tells which of the two is to blame. */
  doubt: Doubt | undefined;
  /** Refusals since its last success. */
  private refusals = 0;
  private refusedAtMs = Number.NEGATIVE_INFINITY;
  private nextAtMs = 0;
  private intervalMs = 0;
  proxy: string | undefined;

  constructor(
    settings: SessionSettings,
    /** Its place in the file, from 1 on: how the log names it. */
    public position: number,
    /** Requests without any session cannot be replaced by a new one: they rest, and are tried again. */
    private readonly isMortal = true,
  ) {
    this.headers = lowerCased(settings.headers);
    const all = Object.entries({ ...defaultHeaders, ...this.headers, ...ownHeaders });
    this.sentHeaders = Object.fromEntries(all.filter(([name]) => !connectionHeaders.has(name)));
    this.identity = identityOf(settings);
    this.configure(settings);
  }

  configure({ requestsPerSecond, proxy }: SessionSettings): void {
    this.intervalMs = requestsPerSecond ? 1_000 / requestsPerSecond : 0;
    this.proxy = proxy;
  }

  state(nowMs: number): SessionState {
    if (this.isMortal && this.refusals >= fatalRefusals) return 'dead';
    return this.restingUntilMs > nowMs ? 'resting' : 'ready';
  }

  /** When its rate lets it be used again. */
  get availableAtMs(): number {
    return this.nextAtMs;
  }

  use(nowMs: number): void {
    const intervalMs = this.refusals > 0 ? Math.max(trialIntervalMs, this.intervalMs) : this.intervalMs;
    if (intervalMs > 0) this.nextAtMs = nowMs + intervalMs;
  }

  /** @returns how long it rests; undefined when that was known: requests that were under way together are refused together. */
  refuse(sentAtMs: number, nowMs: number): number | undefined {
    if (sentAtMs <= this.refusedAtMs) return undefined;
    this.refusedAtMs = nowMs;
    const restMs = Math.min(firstRestMs * 2 ** this.refusals, maxRestMs);
    this.refusals += 1;
    this.restingUntilMs = nowMs + restMs;
    return restMs;
  }

  /** @returns whether it had been refused before. */
  accept(sentAtMs: number): boolean {
    this.succeededAtMs = Math.max(this.succeededAtMs, sentAtMs);
    if (this.doubt && sentAtMs > this.doubt.sentAtMs) this.doubt = undefined;
    if (this.refusals === 0 || sentAtMs <= this.refusedAtMs) return false;
    this.refusals = 0;
    this.nextAtMs = 0;
    return true;
  }
}

export function identityOf({ headers }: SessionSettings): string {
  return JSON.stringify(Object.entries(lowerCased(headers)).sort());
}

/** Names of the session's headers that prefer another language to English. */
export function foreignLanguageHeaders(headers: SessionHeaders): string[] {
  const own = lowerCased(headers);
  return languageHeaders.filter((name) => own[name] !== undefined && !/^\s*en(?![a-z])/i.test(own[name]));
}

function lowerCased(headers: SessionHeaders): SessionHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
