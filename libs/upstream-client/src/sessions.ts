import { acceptedEncodings } from './content-encoding';

/** Headers that make a request one of the operator's own session: cookie or authorization, user agent, app id. */
export type SessionHeaders = Readonly<Record<string, string>>;

export interface Session {
  readonly headers: SessionHeaders;
  /** What is sent: names and values in turn, as the transport takes them without looking at each again. */
  readonly headerList: readonly string[];
  /** On the monotonic clock: when it may be preferred again after the upstream refused it. */
  restingUntilMs: number;
}

const restMs = 60_000;

/** Sent with every request whose session does not say otherwise. What the upstream says in words is understood in English only. */
const defaultHeaders: SessionHeaders = { accept: '*/*', 'accept-language': 'en-US' };
/** Sent whatever a session says: headers copied from an app ask for encodings that are not known here. */
const ownHeaders: SessionHeaders = { 'accept-encoding': acceptedEncodings };
const languageHeaders = ['accept-language', 'x-ig-app-locale', 'x-ig-device-locale', 'x-ig-mapped-locale'];

/**
 * The operator's sessions in turn. One that the upstream has refused or throttled rests for a minute while others work;
 * when all rest, the one that has rested longest is used all the same: a resting session may have recovered.
 */
export class SessionPool {
  private readonly sessions: Session[];
  private next = 0;

  constructor(headers: readonly SessionHeaders[]) {
    this.sessions = (headers.length > 0 ? headers : [{}]).map((one) => session(lowerCased(one)));
  }

  get size(): number {
    return this.sessions.length;
  }

  /** How many are not resting. */
  healthy(nowMs = performance.now()): number {
    return this.sessions.filter((session) => session.restingUntilMs <= nowMs).length;
  }

  take(nowMs = performance.now()): Session {
    const { sessions } = this;
    if (sessions.length === 1) return sessions[0]!;
    let best: Session | undefined;
    for (let step = 0; step < sessions.length; step++) {
      const session = sessions[(this.next + step) % sessions.length]!;
      if (!best || Math.max(session.restingUntilMs, nowMs) < Math.max(best.restingUntilMs, nowMs)) best = session;
    }
    this.next = (sessions.indexOf(best!) + 1) % sessions.length;
    return best!;
  }

  rest(session: Session, nowMs = performance.now()): void {
    session.restingUntilMs = nowMs + restMs;
  }
}

function session(headers: SessionHeaders): Session {
  const sent = { ...defaultHeaders, ...headers, ...ownHeaders };
  return { headers, headerList: Object.entries(sent).flat(), restingUntilMs: 0 };
}

/** Names of the session's headers that prefer another language to English. */
export function foreignLanguageHeaders(headers: SessionHeaders): string[] {
  const own = lowerCased(headers);
  return languageHeaders.filter((name) => own[name] !== undefined && !/^\s*en(?![a-z])/i.test(own[name]));
}

function lowerCased(headers: SessionHeaders): SessionHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
