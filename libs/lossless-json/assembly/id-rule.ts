import { byteAt, UNDERSCORE } from './bytes';

// Id words as numbers: the bytes of their text, the last one most significant, as memory holds them.
const PK: u32 = 0x6b70;
const ID: u32 = 0x6469;
const FBID: u32 = 0x64696266;
const _IDS: u32 = 0x7364695f;
const D_V2: u32 = 0x32765f64;

/**
 * Whether the key in `start … end` names an id, so that an integer under it becomes a string: `pk`, `id`, `fbid`,
 * `fbid_v2`, or an ending `_pk`, `_id`, `_ids`, `_fbid`. Bytes before the key can be read: it is never the first.
 */
export function isIdKey(start: usize, end: usize): bool {
  const length = end - start;
  if (length < 2) return false;
  const ending: u32 = load<u16>(end - 2);
  if (ending === PK) return isWord(start, end - 2);
  if (ending === ID)
    return isWord(start, end - 2) || (length >= 4 && load<u32>(end - 4) === FBID && isWord(start, end - 4));
  if (length >= 4 && load<u32>(end - 4) === _IDS) return true;
  return length === 7 && load<u32>(start) === FBID && load<u32>(end - 4) === D_V2;
}

/** Whether a word that begins at `word` is the whole key or stands after an underscore. */
function isWord(start: usize, word: usize): bool {
  return word === start || byteAt(word - 1) === UNDERSCORE;
}
