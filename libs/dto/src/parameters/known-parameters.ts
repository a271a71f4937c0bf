import { parseHighlightId } from '@loupe/media-id';
import { InvalidValue } from '../readers';
import { digits, freeText, matching, optional, type Parameter, token, uuid } from './parameter';

// Parameters shared by several operations. The examples exist in the simulator.

const numericUserId = digits({ description: 'Numeric id (pk) of the user.', example: '1001' });

// `/users/username` without a name matches the route of a user by id, so the message says what is missing.
export const userId: Parameter = {
  ...numericUserId,
  read: (text) =>
    text === 'username'
      ? new InvalidValue('must be a string of digits; to look up a name, add the username after /users/username/')
      : numericUserId.read(text),
};

export const ownerId = digits({ description: 'Numeric id (pk) of the owner of the post.', example: '1012' });

export const cursor = optional(
  token({ description: 'next_cursor of the previous page, unchanged. Leave it out for the first page.' }),
);

const handle = matching(
  /^@?[A-Za-z0-9._]{1,30}$/,
  'must be 1 to 30 letters from A to Z, digits, dots and underscores',
  31,
  { description: 'Username; letter case does not matter, a leading @ is dropped.', example: 'marta.trails' },
);

export const username: Parameter = {
  ...handle,
  read(text) {
    const name = handle.read(text);
    return name instanceof InvalidValue ? name : name.replace('@', '').toLowerCase();
  },
};

/** Shortcode, pk or composite id. If the handler cannot decode it, the status is 400 instead of 422. */
export const postId: Parameter = {
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  description: 'Shortcode, numeric media pk, or composite <media_id>_<owner_id>.',
  example: 'CSgquzkYxhP',
  read: (text) => (text === '' ? new InvalidValue('must not be empty') : text),
};

const notInTagName = /[\s\p{Cc}./?#\\]/u;

export const hashtagName: Parameter = {
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

/** With or without the prefix `highlight:`; the value is the bare number. */
export const highlightId: Parameter = {
  required: true,
  schema: { type: 'string', pattern: '^(highlight:)?\\d+$', maxLength: 40 },
  description: 'Id of the highlight: the bare number, or highlight:<number>.',
  example: 'highlight:17940908660136919',
  read: (text) =>
    (text.length <= 40 ? parseHighlightId(text) : undefined) ??
    new InvalidValue('must be a highlight id: a number from 1 to 9223372036854775807, or highlight: and that number'),
};

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
