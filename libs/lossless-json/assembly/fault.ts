// Why a body was refused, and where. The host makes the error of it; the numbers are its indices of reasons.
export const UNEXPECTED: u32 = 1;
export const BAD_ESCAPE: u32 = 2;
export const CONTROL_CHARACTER: u32 = 3;
export const TOO_DEEP: u32 = 4;

let reason: u32 = 0;
let place: usize = 0;

/** What functions return instead of an address: no byte of a body is there. */
export const REFUSED: usize = 0;

export function refuse(why: u32, at: usize): usize {
  reason = why;
  place = at;
  return REFUSED;
}

export function faultReason(): u32 {
  return reason;
}

export function faultPlace(): usize {
  return place;
}
