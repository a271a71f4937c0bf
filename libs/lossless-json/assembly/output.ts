import { COLON, COMMA, QUOTE } from './bytes';

// The output body: copied in runs, with quotes around ids. `copied` says how far.
let origin: usize = 0;
let out: usize = 0;
let copied: usize = 0;
/** Where start and end of the next id are noted, in bytes from the first one of the output. */
let ids: usize = 0;

export function beginOutput(body: usize, to: usize, idsTo: usize): void {
  origin = to;
  out = to;
  copied = body;
  ids = idsTo;
}

/** What to add to a place in the body for its distance from the first byte of the output, as far as ids were quoted. */
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

/** Writes, before what stands at `before` in the body, a member whose value stands in the output already. */
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

/** Copies sixteen bytes in one step; what it writes too far is written over by what comes next. */
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
