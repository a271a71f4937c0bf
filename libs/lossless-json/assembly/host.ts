/** Writes the key between `start` and `end`, which has escapes, decoded to `to`; returns its length. Never longer than written. */
export declare function decodeKey(start: usize, end: usize, to: usize): usize;
