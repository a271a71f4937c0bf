/** Writes the decoded key to `to` and returns its length. Decoding never makes a key longer. */
export declare function decodeKey(start: usize, end: usize, to: usize): usize;
