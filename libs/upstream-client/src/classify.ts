import { type Body, compileShape, joined, MalformedJsonError, scanJson } from '@loupe/lossless-json';
import { type FailureKind, type Subject, UpstreamFailure } from './failure';
import type { SessionRefusal } from './sessions';
import type { Received } from './transmit';

/** The upstream refused the session rather than the request: another session may succeed. */
export class SessionRefused extends UpstreamFailure {
  /** The refusal of a session that may not be to blame. */
  suspicion: SessionRefusal | undefined;

  constructor(
    reason: string,
    /**
     * A bare 403 may be about what was asked for. Only the success of another session shows which it was: otherwise one
     * request that is always refused would put every session to rest.
     */
    readonly isCertain: boolean,
    readonly isRedirect = false,
  ) {
    super('unavailable', reason);
  }
}

const errorShape = compileShape({
  message: 'message',
  errorType: 'error_type',
  requireLogin: 'require_login',
  spam: 'spam',
});

/** Texts of 400s (and of 200s that failed) that speak of the thing asked for. */
const meanings: readonly [text: RegExp, kind: FailureKind][] = [
  [/not authorized to view user/i, 'private'],
  [
    /user not found|unable to fetch followers|error generating user info response|invalid target user/i,
    'user_not_found',
  ],
  [/media not found|media is unavailable/i, 'not_found'],
  // The thing must be named, because a version of the app can be “no longer available”, too.
  [
    /\b(media|photo|video|reel|clip|story|post|content|comment)\b.{0,20}\b(has been deleted|not available|no longer available)/i,
    'not_found',
  ],
  [/invalid media_id/i, 'invalid_id'],
];

/**
 * What an answer with a status other than 200 means. The order matters, because bodies are ambiguous: a session that was
 * refused or throttled may do so with any status, and must never look like a missing thing.
 */
export function classifyFailure({ status, body, location }: Received, subject: Subject): UpstreamFailure {
  if (status >= 300 && status < 400)
    return new SessionRefused(`redirect (${status})`, gatePages.test(location ?? ''), true);
  const error = readError(body);
  const isCertain = status === 401 || status === 429 || error?.isGate === true;
  if (!error) {
    if (status === 404 && saysPageNotFound(body)) return absence(subject, 'a page that says “not found”');
    return isCertain || status === 403
      ? new SessionRefused(`status ${status}`, isCertain)
      : new UpstreamFailure('unavailable', `status ${status} without JSON`);
  }
  if (isCertain || status === 403) return new SessionRefused(`status ${status}: ${error.summary}`, isCertain);
  if (status === 400 || status === 404) {
    const kind = meaningOf(error.summary);
    if (kind) return new UpstreamFailure(kind, error.summary);
  }
  if (status === 404) return absence(subject, error.summary);
  return new UpstreamFailure('unavailable', `status ${status}: ${error.summary}`);
}

const absence = (subject: Subject, reason: string): UpstreamFailure =>
  new UpstreamFailure(subject === 'user' ? 'user_not_found' : 'not_found', reason);

/** The same for a 200 whose body says `"status":"fail"`. */
export function classifyFailedOk(message: string): UpstreamFailure {
  return new UpstreamFailure(meaningOf(message) ?? 'unavailable', `200 with status fail: ${message}`);
}

function meaningOf(message: string): FailureKind | undefined {
  return meanings.find(([text]) => text.test(message))?.[1];
}

/** A title stands near the beginning; a search for it takes time by the square of what it may look at. */
const headLength = 16_384;

/** Whether it is the upstream's page for what does not exist. A page to log in at may come with a 404, too. */
function saysPageNotFound(body: Body): boolean {
  const page = joined(body).toString('latin1');
  return /<title[^>]*>[^<]*page not found/i.test(page.slice(0, headLength)) && !/type=["']?password/i.test(page);
}

interface ErrorBody {
  /** error_type and message, for the log and for {@link meaningOf}. */
  summary: string;
  /** Login, challenge, consent, throttling: something that concerns the session. */
  isGate: boolean;
}

const gatePages = /\/(accounts\/(login|suspended)|challenge|checkpoint|consent)\b/i;
const gates =
  /login_required|logged_out|challenge|checkpoint|consent_required|geoblock|feedback_required|sentry_block|rate_limit|inactive user|wait a few minutes/i;

function readError(body: Body): ErrorBody | undefined {
  try {
    const scan = scanJson(body, errorShape);
    // The message may be a string, an object or an array: whatever it is, its text is looked through.
    const text = (name: 'message' | 'errorType') => {
      const span = scan.one(name);
      return span ? scan.text(span) : '';
    };
    const summary = `${text('errorType')} ${text('message')}`.trim().slice(0, 300);
    const gate = scan.one('requireLogin')?.type === 'true' || scan.one('spam')?.type === 'true' || gates.test(summary);
    return { summary, isGate: gate };
  } catch (error) {
    if (error instanceof MalformedJsonError) return undefined;
    throw error;
  }
}
