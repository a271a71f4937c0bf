import { COLON, COMMA, QUOTE } from './bytes';

// The input up to `copied` is in the output, with quotes around ids.
let origin: usize = 0;
let out: usize = 0;
let copied: usize = 0;
let ids: usize = 0;

export function beginOutput(body: usize, to: usize, idsTo: usize): void {
  origin = to;
  out = to;
  copied = body;
  ids = idsTo;
}

/** What to add to an address in the body to get its offset in the output. Only for bytes not yet copied. */
export function shift(): usize {
  return out - origin - copied;
}

export function writeQuoted(start: usize, end: usize): void {
  copyUntil(start);
  store<u32>(ids, <u32>(out - origin));
  store<u8>(out++, <u8>QUOTE);
  copyUntil(end);
  store<u8>(out++, <u8>QUOTE);
  store<u32>(ids, <u32>(out - origin), 4);
  ids += 8;
}

/** Writes a member in front of the body's byte at `before`. Copies its value from the output. */
export function writeMember(before: usize, keyStart: usize, keyEnd: usize, valueStart: usize, valueEnd: usize): void {
  copyUntil(before);
  store<u8>(out++, <u8>COMMA);
  store<u8>(out++, <u8>QUOTE);
  append(keyStart, keyEnd);
  store<u8>(out++, <u8>QUOTE);
  store<u8>(out++, <u8>COLON);
  append(origin + valueStart, origin + valueEnd);
}

function append(start: usize, end: usize): void {
  memory.copy(out, start, end - start);
  out += end - start;
}

/** Copies the body up to `end` to the output, 16 bytes a step; later writes overwrite the excess. */
export function copyUntil(end: usize): void {
  const runEnd = out + end - copied;
  let from = copied;
  for (let to = out; to < runEnd; to += 16) {
    v128.store(to, v128.load(from));
    from += 16;
  }
  out = runEnd;
  copied = end;
}

export function endOfOutput(): usize {
  return out;
}

export function endOfIds(): usize {
  return ids;
}
