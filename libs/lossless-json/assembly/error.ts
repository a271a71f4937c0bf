// Why and where a body was rejected. The constants are indices into the messages of src/scanner.ts.
export const UNEXPECTED: u32 = 1;
export const BAD_ESCAPE: u32 = 2;
export const CONTROL_CHARACTER: u32 = 3;
export const TOO_DEEP: u32 = 4;

let reason: u32 = 0;
let place: usize = 0;

export const REJECTED: usize = 0;

export function reject(why: u32, at: usize): usize {
  reason = why;
  place = at;
  return REJECTED;
}

export function errorReason(): u32 {
  return reason;
}

export function errorAddress(): usize {
  return place;
}
