import { parseHighlightId, parsePlatformUrl } from '@loupe/media-id';
import { InvalidValue } from '../readers';
import { advising, digits, freeText, matching, optional, type Parameter, token, uuid } from './parameter';

// Parameters shared by several operations. The examples exist in the simulator.

/** The numeric id of a user. A name or a URL instead of it is answered with the address for names. */
export function userPk(documentation: { description: string; example: string }): Parameter {
  return advising(digits(documentation), (text) => {
    // `/users/username` without a name matches the route of a user by id, so the message says what is missing.
    if (text === 'username') return 'to look up a name, add the username after /users/username/';
    const url = parsePlatformUrl(text);
    const username = url?.kind === 'profile' || url?.kind === 'story' ? url.username : text;
    if (!/^@?(?=.*[a-z])[a-z0-9._]{1,30}$/i.test(username)) return otherUrl(text);
    return `for a username use /users/username/${username.replace('@', '')}, which returns the id as pk`;
  });
}

export const userId = userPk({ description: 'Numeric id (pk) of the user.', example: '1001' });

export const ownerId = userPk({ description: 'Numeric id (pk) of the owner of the post.', example: '1012' });

/** Where to send a platform URL that stands in place of an id or a name. */
function otherUrl(text: string): string | undefined {
  const url = parsePlatformUrl(text);
  if (url?.kind === 'post') return `for this post use /posts/${url.code}`;
  if (url?.kind === 'location') return `for this place use /locations/${url.locationId}`;
  if (url?.kind === 'audio') return `for this sound use /audio/${url.audioId}`;
  if (url?.kind === 'highlight') return `for this highlight use /highlights/${url.highlightId}`;
  if (url?.kind === 'tag') return `for this hashtag use /hashtags/${encodeURIComponent(url.name)}`;
  if (url?.kind === 'profile') return `for this profile use /users/username/${url.username}`;
  return /^https?:\/\//i.test(text) ? 'for a URL use /oembed?url=, with the URL percent-encoded' : undefined;
}

export const locationId = advising(
  digits({ description: 'Numeric id (pk) of the location.', example: '371653515' }),
  (text) => otherUrl(text) ?? 'to find a place by its name, use /search/places?query=Berlin',
);

export const audioId = advising(
  digits({ description: 'Id of the track or original sound.', example: '797000832107795' }),
  (text) => otherUrl(text) ?? 'to find a sound by its name, use /search/audio',
);

export const cursor = optional(
  token({ description: 'next_cursor of the previous page, unchanged. Leave it out for the first page.' }),
);

const handle = matching(
  /^@?[A-Za-z0-9._]{1,30}$/,
  'must be 1 to 30 letters from A to Z, digits, dots and underscores',
  31,
  { description: 'Username; letter case does not matter, a leading @ is dropped.', example: 'marta.trails' },
);

export const username: Parameter = advising(
  {
    ...handle,
    read(text) {
      const name = handle.read(text);
      return name instanceof InvalidValue ? name : name.replace('@', '').toLowerCase();
    },
  },
  otherUrl,
);

/** Shortcode, pk or composite id. If the handler cannot decode it, the status is 400 instead of 422. */
export const postId: Parameter = {
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  description: 'Shortcode, numeric media pk, or composite <media_id>_<owner_id>.',
  example: 'CSgquzkYxhP',
  read: (text) => (text === '' ? new InvalidValue('must not be empty') : text),
};

const notInTagName = /[\s\p{Cc}./?#\\]/u;

const tagName: Parameter = {
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 150 },
  description: 'Name of the hashtag; letter case does not matter, a leading # (sent as %23) is dropped.',
  example: 'trail',
  read(text) {
    const name = text.startsWith('#') ? text.slice(1) : text;
    if (name === '') return new InvalidValue('must not be empty');
    if (name.length > 150) return new InvalidValue('must be at most 150 characters long');
    if (notInTagName.test(name))
      return new InvalidValue('must not contain white space, control characters or any of . / \\ ? #');
    return name.toLowerCase();
  },
};

export const hashtagName = advising(tagName, otherUrl);

/** With or without the prefix `highlight:`; the value is the bare number. */
const bareHighlightId: Parameter = {
  required: true,
  schema: { type: 'string', pattern: '^(highlight:)?\\d+$', maxLength: 40 },
  description: 'Id of the highlight: the bare number, or highlight:<number>.',
  example: 'highlight:17940908660136919',
  read: (text) =>
    (text.length <= 40 ? parseHighlightId(text) : undefined) ??
    new InvalidValue('must be a highlight id: a number from 1 to 9223372036854775807, or highlight: and that number'),
};

export const highlightId = advising(bareHighlightId, otherUrl);

export function searchQuery(example: string): Parameter {
  return freeText({ description: 'What to search for.', example }, 300);
}

export const searchSessionId = uuid({
  description: 'UUID made by the client and reused for one search journey.',
  example: '0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
});

export const serpSessionId = uuid({
  description: 'UUID made by the client and reused for one results page.',
  example: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
});

export const browseSessionId = uuid({
  description: 'UUID made by the client and reused while browsing audio.',
  example: '2b3c4d5e-6f7a-4b8c-9d0e-1f2a3b4c5d6e',
});
