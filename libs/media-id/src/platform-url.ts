import { parseDecimalId } from './decimal-id';
import { decodeShareLink, type ShareTarget } from './share-link';
import { pkFromShortcode, shortcodeFromPk } from './shortcode';

/** The target of a platform URL. Ids are decimal digits; names are percent-decoded but otherwise unchanged. */
export type PlatformUrl =
  /** `code` is the canonical shortcode of `pk`. */
  | { kind: 'post'; pk: string; code: string }
  | { kind: 'story'; username: string; mediaPk: string }
  | { kind: 'highlight'; highlightId: string }
  | { kind: 'share'; target: ShareTarget }
  /** `/share/…`: only the platform can resolve the token. */
  | { kind: 'shareToken'; token: string }
  | { kind: 'audio'; audioId: string }
  | { kind: 'tag'; name: string }
  | { kind: 'location'; locationId: string }
  | { kind: 'profile'; username: string };

const platformHosts = new Set(['instagram.com', 'www.instagram.com', 'm.instagram.com', 'instagr.am']);
const maxUrlLength = 2048;

// Only letters and dots before the path, which excludes user info, ports, escapes, IP addresses and homoglyphs.
const webUrlForm = /^(?:https?:\/\/)?([a-z.]+)(\/[^?#]*)(?:\?([^#]*))?(?:#.*)?$/i;
const appLinkForm = /^instagram:\/\/media\?id=([0-9]+)$/i;
const refusedAnywhere = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]|%(?![0-9a-f]{2})/iu;

/**
 * Parses a platform URL. Nothing is fetched. The scheme may be missing. The query and the fragment of a web URL are
 * ignored, except for `story_media_id` of a share link.
 * @returns `undefined` for other hosts, user info, ports, white space, control characters, backslashes, broken
 *   percent-encoding, unknown paths and ids outside 1…2^63−1
 */
export function parsePlatformUrl(text: string): PlatformUrl | undefined {
  if (text.length > maxUrlLength || refusedAnywhere.test(text)) return undefined;
  const appLink = appLinkForm.exec(text);
  if (appLink) return postOfPk(parseDecimalId(appLink[1]!));
  const [, host, path, query] = webUrlForm.exec(text) ?? [];
  if (host === undefined || path === undefined || !platformHosts.has(host.toLowerCase())) return undefined;
  return readPath(path.replace(/\/$/, ''), query ?? '');
}

/** @param code a valid shortcode */
export function canonicalPostUrl(code: string): string {
  return `https://www.instagram.com/p/${code}/`;
}

// Excludes `accounts` and the first segments of other forms, and dots at either end so that `.` and `..` do not match.
const handle = '(?!(?:p|tv|reels?|s|share|stories|explore|accounts)(?:/|$))(?!\\.)[A-Za-z0-9._]{1,30}(?<!\\.)';
const postView = 'embed(?:/captioned)?|media|liked_by|comments|c/[0-9]+';

type Reading = (first: string, second: string, query: string) => PlatformUrl | undefined;

// The first matching form decides, even if its id is invalid. Share tokens have at least five characters, so that
// `/share/p` and `/share/reel` do not match.
const forms: readonly (readonly [RegExp, Reading])[] = [
  [/^\/s\/([^/]+)$/, (token, _, query) => readShareLink(token, query)],
  [/^\/share\/(?:(?:p|reel)\/)?([A-Za-z0-9_-]{5,})$/, (token) => ({ kind: 'shareToken', token })],
  [/^\/reels\/audio(?:\/(.*))?$/, (id) => withId(id, (audioId) => ({ kind: 'audio', audioId }))],
  [/^\/stories\/highlights\/(.+)$/, (id) => withId(id, (highlightId) => ({ kind: 'highlight', highlightId }))],
  [
    new RegExp(`^/stories/(${handle})/([^/]+)$`),
    (username, id) => withId(id, (mediaPk) => ({ kind: 'story', username, mediaPk })),
  ],
  [/^\/explore\/tags\/([^/]+)$/, readTag],
  [
    /^\/explore\/locations\/([^/]+)(?:\/[^/]+)?$/,
    (id) => withId(id, (locationId) => ({ kind: 'location', locationId })),
  ],
  [
    new RegExp(`^(?:/${handle})?/(?:p|tv|reels?)/([A-Za-z0-9_-]+)(?:/(?:${postView}))?$`),
    (code) => postOfPk(pkFromShortcode(code)),
  ],
  [new RegExp(`^/(${handle})$`), (username) => ({ kind: 'profile', username })],
];

function readPath(path: string, query: string): PlatformUrl | undefined {
  for (const [form, read] of forms) {
    const parts = form.exec(path);
    if (parts) return read(parts[1] ?? '', parts[2] ?? '', query);
  }
  return undefined;
}

function postOfPk(pk: string | undefined): PlatformUrl | undefined {
  return pk === undefined ? undefined : { kind: 'post', pk, code: shortcodeFromPk(pk) };
}

function withId(text: string, build: (id: string) => PlatformUrl): PlatformUrl | undefined {
  const id = parseDecimalId(text);
  return id === undefined ? undefined : build(id);
}

function readShareLink(segment: string, query: string): PlatformUrl | undefined {
  const token = decodeSegment(segment);
  const [storyMediaId, ...more] = new URLSearchParams(query).getAll('story_media_id');
  if (token === undefined || more.length > 0) return undefined;
  const target = decodeShareLink(token, storyMediaId);
  return target && { kind: 'share', target };
}

function readTag(segment: string): PlatformUrl | undefined {
  const name = decodeSegment(segment);
  return name !== undefined && /^[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_]+$/u.test(name)
    ? { kind: 'tag', name }
    : undefined;
}

/** Decodes once. The caller validates the result. */
function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // bytes that are not UTF-8
  }
}
