import { acceptedEncodings } from './content-encoding';

/** Headers that identify the operator's session: cookie or authorization, user agent, app id. */
export type SessionHeaders = Readonly<Record<string, string>>;

export interface SessionSettings {
  readonly headers: SessionHeaders;
  readonly requestsPerSecond?: number | undefined;
  readonly proxy?: string | undefined;
}

/** The log and the metric's label use these values, too: `resting` is cooling down, `dead` is disabled. */
export type SessionState = 'ready' | 'resting' | 'dead';

const firstCooldownMs = 60_000;
const maxCooldownMs = 3_600_000;
const maxRefusals = 10;
// Slow start after a cooldown, until a request succeeds.
const trialIntervalMs = 1_000;

// Sent unless the session sets them. Error messages are recognized in English only.
const defaultHeaders: SessionHeaders = { accept: '*/*', 'accept-language': 'en-US' };
// Always sent: headers copied from an app may accept encodings that are not supported here.
const ownHeaders: SessionHeaders = { 'accept-encoding': acceptedEncodings };
// Never sent: they describe the connection and body that the headers were copied from.
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

export interface UnprovenRefusal {
  readonly about: string;
  readonly sentAtMs: number;
}

/** One of the operator's sessions and its health. */
export class Session {
  readonly identity: string;
  readonly headers: SessionHeaders;
  readonly sentHeaders: SessionHeaders;
  coolingUntilMs = 0;
  succeededAtMs = Number.NEGATIVE_INFINITY;
  /** The last refusal, if no success followed. A second refusal for another resource proves that the session is at fault. */
  unproven: UnprovenRefusal | undefined;
  private refusals = 0;
  private refusedAtMs = Number.NEGATIVE_INFINITY;
  private nextAtMs = 0;
  private intervalMs = 0;
  proxy: string | undefined;

  constructor(
    settings: SessionSettings,
    /** Position in the sessions file, from 1. The log shows it. */
    public position: number,
    /** False for the empty session of an installation without sessions: it is always tried again. */
    private readonly canBeDisabled = true,
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
    if (this.canBeDisabled && this.refusals >= maxRefusals) return 'dead';
    return this.coolingUntilMs > nowMs ? 'resting' : 'ready';
  }

  /** When its rate allows the next request. */
  get availableAtMs(): number {
    return this.nextAtMs;
  }

  use(nowMs: number): void {
    const intervalMs = this.refusals > 0 ? Math.max(trialIntervalMs, this.intervalMs) : this.intervalMs;
    if (intervalMs > 0) this.nextAtMs = nowMs + intervalMs;
  }

  /** @returns the cooldown in ms; undefined if the request was sent before the last refusal, which already counts */
  refuse(sentAtMs: number, nowMs: number): number | undefined {
    if (sentAtMs <= this.refusedAtMs) return undefined;
    this.refusedAtMs = nowMs;
    const cooldownMs = Math.min(firstCooldownMs * 2 ** this.refusals, maxCooldownMs);
    this.refusals += 1;
    this.coolingUntilMs = nowMs + cooldownMs;
    return cooldownMs;
  }

  /** @returns whether this success ends a series of refusals */
  accept(sentAtMs: number): boolean {
    this.succeededAtMs = Math.max(this.succeededAtMs, sentAtMs);
    if (this.unproven && sentAtMs > this.unproven.sentAtMs) this.unproven = undefined;
    if (this.refusals === 0 || sentAtMs <= this.refusedAtMs) return false;
    this.refusals = 0;
    this.nextAtMs = 0;
    return true;
  }
}

export function identityOf({ headers }: SessionSettings): string {
  return JSON.stringify(Object.entries(lowerCased(headers)).sort());
}

/** @returns names of headers that prefer a language other than English */
export function foreignLanguageHeaders(headers: SessionHeaders): string[] {
  const own = lowerCased(headers);
  return languageHeaders.filter((name) => own[name] !== undefined && !/^\s*en(?![a-z])/i.test(own[name]));
}

function lowerCased(headers: SessionHeaders): SessionHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
