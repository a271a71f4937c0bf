import { byteAt, UNDERSCORE } from './bytes';

// Parts of keys, as the little-endian integers that `load` returns for their bytes.
const PK: u32 = 0x6b70;
const ID: u32 = 0x6469;
const FBID: u32 = 0x64696266;
const _IDS: u32 = 0x7364695f;
const D_V2: u32 = 0x32765f64;

/** Whether an integer under the key at `start … end` is an id. Reads bytes before the key, which always exist. */
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

/** Whether the word is the whole key or follows an underscore. */
function isWord(start: usize, word: usize): bool {
  return word === start || byteAt(word - 1) === UNDERSCORE;
}
