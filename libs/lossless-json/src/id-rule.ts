import * as bytes from './bytes';

// Taken out of its module once: a compiled import is a getter, too slow for the scanner's loop.
const { hasWord, wordOf } = bytes;

interface IdWord {
  readonly word: bytes.Word;
  /** Names an id as a whole key. */
  readonly alone: boolean;
  /** Names an id at the end of a key, after an underscore. */
  readonly ending: boolean;
}

const ID_WORDS: readonly IdWord[] = [
  { word: wordOf('pk'), alone: true, ending: true },
  { word: wordOf('id'), alone: true, ending: true },
  { word: wordOf('fbid'), alone: true, ending: true },
  { word: wordOf('ids'), alone: false, ending: true },
  { word: wordOf('fbid_v2'), alone: true, ending: false },
];

/** Most keys end in a letter that no id word ends in, so one look at the last byte settles them. */
const WORDS_BY_LAST_BYTE: readonly (readonly IdWord[] | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const words = ID_WORDS.filter(({ word }) => word.at(-1) === byte);
  return words.length > 0 ? words : undefined;
});

const UNDERSCORE = 0x5f;

/**
 * Whether the key in `body[start … end)` names an id, so that an integer under it leaves as a string: `pk`, `id`,
 * `fbid`, `fbid_v2`, or an ending `_pk`, `_id`, `_ids`, `_fbid`.
 */
export function isIdKey(body: Buffer, start: number, end: number): boolean {
  const words = WORDS_BY_LAST_BYTE[body[end - 1] as number];
  return words !== undefined && isNamedByOneOf(words, body, start, end);
}

function isNamedByOneOf(words: readonly IdWord[], body: Buffer, start: number, end: number): boolean {
  for (const word of words) if (isNamedBy(word, body, start, end)) return true;
  return false;
}

function isNamedBy({ word, alone, ending }: IdWord, body: Buffer, start: number, end: number): boolean {
  const from = end - word.length;
  if (from < start) return false;
  return (from === start ? alone : ending && body[from - 1] === UNDERSCORE) && hasWord(body, from, word);
}
