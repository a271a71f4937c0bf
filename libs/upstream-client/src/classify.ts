import { compileShape, MalformedJsonError, scanJson } from '@loupe/lossless-json';
import { type FailureKind, type Subject, UpstreamFailure } from './failure';
import type { Blame, SessionRefusal } from './sessions';

export interface Received {
  readonly status: number;
  readonly body: Buffer;
  readonly location?: string | undefined;
}

/** The upstream refused the session; another session may succeed. */
export class SessionRefused extends UpstreamFailure {
  /** Set for a bare refusal, which counts against the session only if another session succeeds. */
  unproven: SessionRefusal | undefined;

  constructor(
    reason: string,
    /** `bare`: a status that does not say whether it concerns the session or the resource. */
    readonly blame: Blame | 'bare',
    readonly isRedirect = false,
  ) {
    super('unavailable', reason);
  }
}

/** The upstream refuses the resource by age or country: no session is to blame. */
export class ResourceGated extends UpstreamFailure {
  constructor(
    reason: string,
    /** Another session may be in another country; an age gate applies to all sessions. */
    readonly dependsOnCountry: boolean,
  ) {
    super('gated', reason);
  }
}

const errorShape = compileShape({
  message: 'message',
  errorType: 'error_type',
  requireLogin: 'require_login',
  spam: 'spam',
  title: 'title',
  blocks: 'blocks_logging_data',
  rule: 'geo_block_rule_type',
});

/** Messages of failed responses that concern the requested resource. */
const meanings: readonly [text: RegExp, kind: FailureKind][] = [
  [/not authorized to view user/i, 'private'],
  [/unable to fetch followers|error generating user info response|invalid target user/i, 'user_not_found'],
  [/invalid media_id/i, 'invalid_id'],
  [/^invalid reel id list\.?$/i, 'not_found'],
  [/^restricted profile\.?$/i, 'private'],
];

/** What says that something is gone for good. */
const gone =
  /\b((not|cannot|\w+n't|isnt|arent|wasnt|doesnt|couldnt|cant) (be )?(found|available|exists?)|unavailable|(?<!(not|n't)( been)? )(deleted|removed)|no longer (available|exists?))\b/;
const missing = /\b(no such|(could not|couldn't|can ?not|can't|did not|didn't|unable to) find( (that|this|the))?)\b/;
// The resource must be named: a version of the app can be “no longer available”, too.
const resources =
  /\b(media|photo|image|video|reel|clip|stor(y|ies)|post|content|comment|repl(y|ies)|highlight|(hash)?tag|location|place|audio|sound|song|music|track)s?\b/;
const users = /\b(user|account|profile)s?\b/;
/** Says that the state will pass, or that the session or its own user is meant. */
const notForGood =
  /\b(temporar|try again|right now|at the moment|currently|later|yet\b|your (account|user|profile|session)|sessions?\b|log(ged)? ?in\b)/;
/** The same with a 404, whose message may quote the input of a caller: so only whole sentences count. */
const clearlyNotForGood =
  /^(sorry, )?your (account|user|profile|session) (has|is|was)\b|\b(is|are) temporarily unavailable\b|^(please )?try again later\.?$/;
/** Parts of the upstream that can be named after a resource: “media service”. */
const machinery =
  /\b(services?|servers?|system|backend|tokens?|cookies?|verification|challenge|checkpoint|agent|device|app|version|feature)\b/;
const elsewhere =
  /\b(in|from|for) your( current)? (country|region|area|location)\b|\bin (this|some|certain|other) (countr(y|ies)|regions?|areas?)\b|\bwhere you (live|are)\b|\b(legal (request|reason|demand)|court order|local law)s?\b/;

/** @returns the kind of a message that says that a resource or user is gone, in any of the spellings that were seen */
function goneKind(message: string): FailureKind | undefined {
  const text = plain(message);
  if ([notForGood, machinery, elsewhere].some((other) => other.test(text))) return undefined;
  // A message names the resource before or after the words, in the same sentence. A handle may contain full stops.
  for (const sentence of text.split(/[.!?]+(?=["\s]|$)/)) {
    const isGone = [resources, users].map((names) => saysGone(sentence, names));
    if (isGone[0]) return 'not_found';
    if (isGone[1]) return 'user_not_found';
  }
  return undefined;
}

function saysGone(sentence: string, names: RegExp): boolean {
  const name = names.exec(sentence);
  if (!name) return false;
  const before = sentence.slice(0, name.index);
  const after = sentence.slice(name.index + name[0].length, name.index + name[0].length + 60);
  return gone.test(after) || missing.test(before.slice(-30));
}

/** Lower case, with single spaces, also instead of underscores, and with plain apostrophes, also in the JSON of a nested message. */
const plain = (message: string) =>
  message
    .toLowerCase()
    .replace(/[’‘ʼ´`]|\\u2019/g, "'")
    .replace(/[\s_-]+/g, ' ');

/**
 * Classifies a response other than a 200. The order of the checks matters: the refusal of a session can have any status
 * and must never look like a missing resource. @param subject what is missing if the response says so
 * @param absences status and text of responses that mean a missing subject
 */
export function classifyFailure(
  { status, body, location }: Received,
  subject: Subject,
  absences: readonly string[] = [],
): UpstreamFailure {
  if (status >= 300 && status < 400) {
    const blame = gatePages.test(location ?? '') ? 'ambiguous' : 'bare';
    return new SessionRefused(`redirect (${status})`, blame, true);
  }
  const error = readError(body);
  const summary = error ? `status ${status}: ${error.summary}` : `status ${status}`;
  if (status === 429 || error?.isRateLimit) return new SessionRefused(summary, 'rate');
  if (status === 451 || (error?.gate && status >= 400 && status < 500)) {
    const dependsOnCountry = error?.gate !== 'age';
    return new ResourceGated(summary, dependsOnCountry);
  }
  if (status === 401 || error?.isSessionGate) return new SessionRefused(summary, 'ambiguous');
  if (status === 403) return new SessionRefused(summary, 'bare');
  if (!error) {
    if (absences.includes(`${status} ${shortTextOf(body)}`)) return absence(subject, summary);
    if (status === 404 && saysPageNotFound(body)) return absence(subject, 'a page that says “not found”');
    return new UpstreamFailure('unavailable', `${summary} without JSON`);
  }
  if (absentStatuses.has(status)) {
    const kind = meaningOf(error.summary);
    if (kind) return new UpstreamFailure(kind, error.summary);
  }
  if ((status === 404 || status === 410) && !clearlyNotForGood.test(plain(error.summary)))
    return absence(subject, error.summary);
  return new UpstreamFailure('unavailable', summary);
}

/** With these, a message may say that a resource is gone or private. Others concern the session or the server. */
const absentStatuses = new Set([400, 404, 410, 422]);

const absence = (subject: Subject, reason: string): UpstreamFailure =>
  new UpstreamFailure(subject === 'user' ? 'user_not_found' : 'not_found', reason);

/** Classifies a 200 whose body says `"status":"fail"`. */
export function classifyFailedOk(message: string): UpstreamFailure {
  return new UpstreamFailure(meaningOf(message) ?? 'unavailable', `200 with status fail: ${message}`);
}

function meaningOf(message: string): FailureKind | undefined {
  return meanings.find(([text]) => text.test(message))?.[1] ?? goneKind(message);
}

// The title search takes quadratic time, so it sees only the beginning of a page.
const headLength = 16_384;

/** Whether a body is the upstream's “not found” page. A login page may come with a 404, too. */
function saysPageNotFound(body: Buffer): boolean {
  const page = body.toString('latin1');
  return /<title[^>]*>[^<]*page not found/i.test(page.slice(0, headLength)) && !/type=["']?password/i.test(page);
}

function shortTextOf(body: Buffer): string {
  return body.toString('latin1', 0, 100);
}

interface ErrorBody {
  /** `error_type` and `message`, for the log and for {@link meaningOf}. */
  summary: string;
  isRateLimit: boolean;
  /** Login, challenge or consent required. */
  isSessionGate: boolean;
  gate: 'age' | 'country' | undefined;
}

const gatePages = /\/(accounts\/(login|suspended)|challenge|checkpoint|consent)\b/i;

// Compared with whole values of `message` or `error_type`: a sentence may quote the input of a caller.
const sessionGates = new Set([
  'login_required',
  'user_has_logged_out',
  'challenge_required',
  'checkpoint_required',
  'checkpoint_challenge_required',
  'checkpoint_logged_out',
  'consent_required',
  'feedback_required',
  'sentry_block',
  'inactive user',
]);
const rateLimits = new Set([
  'please wait a few minutes before you try again',
  'sorry, too many requests. please try again later',
  'rate_limit_error',
]);

const ageTitle =
  /\b(under|below|over) (the age of )?\d{1,2}\b|\b\d{1,2}( years? old)? (or|and) (over|older|above)\b|\bage[- ]restricted\b|^restricted profile$/i;

export function isRateLimit(value: string): boolean {
  return rateLimits.has(known(value));
}

const known = (value: string) => value.trim().replace(/\.$/, '').toLowerCase();

function readError(body: Buffer): ErrorBody | undefined {
  try {
    const scan = scanJson(body, errorShape);
    // `message` may be a string, an object or an array.
    const text = (name: 'message' | 'errorType' | 'title' | 'blocks' | 'rule') => {
      const span = scan.one(name);
      return span && span.type !== 'null' ? scan.text(span) : '';
    };
    const isTrue = (name: 'requireLogin' | 'spam') => scan.one(name)?.type === 'true';
    const values = [text('errorType'), text('message')];
    const isGeoblock = values.some((value) => known(value) === 'geoblock_required');
    const message = plain(text('message').slice(0, 300));
    const isAge =
      /^min_age/i.test(text('blocks')) ||
      ageTitle.test(text('title').slice(0, 300)) ||
      (gone.test(message) && ageTitle.test(message));
    return {
      summary: values.join(' ').trim().slice(0, 300),
      isRateLimit: values.some(isRateLimit),
      isSessionGate: isTrue('requireLogin') || isTrue('spam') || values.some((value) => sessionGates.has(known(value))),
      gate: isAge
        ? 'age'
        : isGeoblock || text('blocks') || text('rule') || elsewhere.test(message)
          ? 'country'
          : undefined,
    };
  } catch (error) {
    if (error instanceof MalformedJsonError) return undefined;
    throw error;
  }
}
