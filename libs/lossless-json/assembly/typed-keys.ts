import { writeMember } from './output';
import { endOfPlain } from './strings';

// A typed key has the type of its value in front: `1ltaken_at`, a long, or `1flat`, a float. When an object closes, the
// plain keys that it lacks are added. The members of all open objects are on a stack, four words each: start and end of
// the key (0: an object begins); start and end of the value in the output (0: a container, which is never repeated,
// because the output would double at every level).
const KEY_END = 4;
const VALUE_START = 8;
const VALUE_END = 12;
const MEMBER_SIZE: usize = 16;

const LONG: u32 = 0x6c31;
const FLOAT: u32 = 0x6631;
const TYPE_LENGTH: usize = 2;

/** 0 if plain keys are not added. */
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

/** Pushes a member. @returns the address of the key without its type, to which the id rule applies */
export function recordMember(keyStart: usize, keyEnd: usize, valueStart: usize): usize {
  push(keyStart, keyEnd, valueStart);
  return isTyped(keyStart, keyEnd) ? keyStart + TYPE_LENGTH : keyStart;
}

export function recordScalarEnd(valueEnd: usize): void {
  store<u32>(top - MEMBER_SIZE, <u32>valueEnd, VALUE_END);
}

// Far more than real media have. The time grows with the square of the number of members.
const MAX_MEMBERS: usize = 2_000;

/** Adds the missing plain keys to the object that ends at `brace`, unless it has {@link MAX_MEMBERS} or more. */
export function closeObject(brace: usize): void {
  let opening = top - MEMBER_SIZE;
  while (load<u32>(opening) !== 0) opening -= MEMBER_SIZE;
  if (top - opening > MAX_MEMBERS * MEMBER_SIZE) {
    top = opening;
    return;
  }
  for (let member = opening + MEMBER_SIZE; member < top; member += MEMBER_SIZE) {
    const start: usize = load<u32>(member);
    const end: usize = load<u32>(member, KEY_END);
    const valueEnd: usize = load<u32>(member, VALUE_END);
    if (valueEnd === 0 || !isTyped(start, end) || endOfPlain(start) < end) continue;
    if (hasKey(start + TYPE_LENGTH, end, opening, member)) continue;
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

/** Whether the object has the plain key at `start … end`, or gets it from a typed key after `member`. */
function hasKey(start: usize, end: usize, opening: usize, member: usize): bool {
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
