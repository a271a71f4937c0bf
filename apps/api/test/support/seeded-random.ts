const seed = Number(process.env.TEST_SEED ?? 1);

/** Numbers from 0 to 1 (mulberry32), the same in every run with the same `TEST_SEED`. */
export function seededRandom(): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
