// Where things stand in memory. What the compiler puts there itself comes before, the caller's input and output after.
/** As many as a code can have. */
export const SYMBOLS: usize = 288;
/** Four bytes a symbol for how often it was counted, then four for its code. */
const CODE_SIZE: usize = 8 * SYMBOLS;

export const LITERALS: usize = 2_048;
export const DISTANCES: usize = LITERALS + CODE_SIZE;
export const CODE_LENGTHS: usize = DISTANCES + CODE_SIZE;
export const TREE: usize = CODE_LENGTHS + CODE_SIZE;
export const RUNS: usize = 16_384;
/** Where each hash was seen last, two bytes each. */
export const PLACES: usize = 20_480;
export const PLACE_BITS: u32 = 13;
/** Eight bytes a match, of which a block has one for every four bytes at most. */
export const SEQUENCES: usize = PLACES + (2 << PLACE_BITS);
