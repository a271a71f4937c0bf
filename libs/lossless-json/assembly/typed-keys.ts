import { writeMember } from './output';
import { endOfPlain } from './strings';

// Some keys have the type of their value before them: `1ltaken_at`, a long, or `1flat`, a float. Where the host wants it, an
// object gets a member under the plain key beside each of them when it ends, because only then it is known whether it has
// one already. The members of all open objects stand on a stack, in words of four bytes: where the key starts and ends (0 for
// the beginning of an object); where the value starts and ends in the output (0 for one that is an object or an array, which
// is never repeated: the output would double at every level).
const KEY_END = 4;
const VALUE_START = 8;
const VALUE_END = 12;
const MEMBER_SIZE: usize = 16;

const LONG: u32 = 0x6c31;
const FLOAT: u32 = 0x6631;
const TYPE_LENGTH: usize = 2;

/** 0 where the host wants none of this. */
let top: usize = 0;

export function beginMembers(to: usize): void {
  top = to;
}

export function wantsPlainKeys(): bool {
  return top !== 0;
}

export function openObject(): void {
  push(0, 0, 0);
}

/** Returns where the key begins that says whether it names an id. */
export function noteMember(keyStart: usize, keyEnd: usize, valueStart: usize): usize {
  push(keyStart, keyEnd, valueStart);
  return isTyped(keyStart, keyEnd) ? keyStart + TYPE_LENGTH : keyStart;
}

/** The value of the last member is neither an object nor an array, and ends here. */
export function noteScalarEnd(valueEnd: usize): void {
  store<u32>(top - MEMBER_SIZE, <u32>valueEnd, VALUE_END);
}

/** Many times what any media has: looking each key up among all would take time by the square. */
const MOST_MEMBERS: usize = 2_000;

/** Adds what an object lacks that ends before `brace`; nothing to one of more than {@link MOST_MEMBERS}. */
export function closeObject(brace: usize): void {
  let opening = top - MEMBER_SIZE;
  while (load<u32>(opening) !== 0) opening -= MEMBER_SIZE;
  if (top - opening > MOST_MEMBERS * MEMBER_SIZE) {
    top = opening;
    return;
  }
  for (let member = opening + MEMBER_SIZE; member < top; member += MEMBER_SIZE) {
    const start: usize = load<u32>(member);
    const end: usize = load<u32>(member, KEY_END);
    const valueEnd: usize = load<u32>(member, VALUE_END);
    if (valueEnd === 0 || !isTyped(start, end) || endOfPlain(start) < end) continue;
    if (isNamed(start + TYPE_LENGTH, end, opening, member)) continue;
    writeMember(brace, start + TYPE_LENGTH, end, load<u32>(member, VALUE_START), valueEnd);
  }
  top = opening;
}

function push(keyStart: usize, keyEnd: usize, valueStart: usize): void {
  store<u32>(top, <u32>keyStart);
  store<u32>(top, <u32>keyEnd, KEY_END);
  store<u32>(top, <u32>valueStart, VALUE_START);
  store<u32>(top, 0, VALUE_END);
  top += MEMBER_SIZE;
}

function isTyped(start: usize, end: usize): bool {
  if (end - start <= TYPE_LENGTH) return false;
  const type: u32 = load<u16>(start);
  return type === LONG || type === FLOAT;
}

/** Whether the object has the plain key in `start … end`, or will get it from a typed one that comes after `member`. */
function isNamed(start: usize, end: usize, opening: usize, member: usize): bool {
  const length = end - start;
  for (let other = opening + MEMBER_SIZE; other < top; other += MEMBER_SIZE) {
    const otherStart: usize = load<u32>(other);
    const otherEnd: usize = load<u32>(other, KEY_END);
    const otherLength = otherEnd - otherStart;
    const mayBeNamed = otherLength === length || (otherLength === length + TYPE_LENGTH && other > member);
    if (!mayBeNamed || (otherLength > length && !isTyped(otherStart, otherEnd))) continue;
    if (memory.compare(otherEnd - length, start, length) === 0) return true;
  }
  return false;
}
