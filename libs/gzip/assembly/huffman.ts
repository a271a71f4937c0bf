// Huffman codes of up to 288 symbols: how often each was counted, then its code.
import { SYMBOLS, TREE } from './layout';

/** Four bytes a symbol: its code, the first bit lowest, and from bit 16 on how many bits that has; 0 is none. */
const CODES: usize = 4 * SYMBOLS;

// The tree that codes are made of. Its leaves come first, in the order of their weights, then what joins two nodes.
const LEAVES = TREE;
const WEIGHTS: usize = LEAVES + 4 * SYMBOLS;
const PARENTS: usize = WEIGHTS + 8 * SYMBOLS;
/** How many codes have 0, 1, 2… bits; then the next code of each length. */
const NEXT_CODES: usize = PARENTS + 8 * SYMBOLS;

export function clearCounts(code: usize): void {
  memory.fill(code, 0, CODES);
}

export function countSymbol(code: usize, symbol: u32): void {
  const at = code + (symbol << 2);
  store<u32>(at, load<u32>(at) + 1);
}

export function codeOf(code: usize, symbol: u32): u32 {
  return load<u32>(code + (symbol << 2), CODES);
}

export function bitCountOf(code: usize, symbol: u32): u32 {
  return codeOf(code, symbol) >> 16;
}

/** Makes codes of at most `maxBits` bits for all symbols that were counted, two at least: decoders expect a complete code. */
export function makeCodes(code: usize, symbolCount: u32, maxBits: u32): void {
  let leafCount = collectLeaves(code, symbolCount);
  for (let symbol: u32 = 0; leafCount < 2; symbol++) {
    if (load<u32>(code + (symbol << 2)) === 0) countSymbol(code, symbol);
    leafCount = collectLeaves(code, symbolCount);
  }
  sortLeaves(leafCount);
  while (growTree(leafCount) > maxBits) flattenCounts(leafCount);
  assignCodes(code, symbolCount, leafCount);
}

/** A leaf is a symbol below the nine lowest bits of how often it was counted, so that sorting leaves sorts by weight. */
function collectLeaves(code: usize, symbolCount: u32): u32 {
  let leaf = LEAVES;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
    const count = load<u32>(code + (symbol << 2));
    if (count === 0) continue;
    store<u32>(leaf, (count << 9) | symbol);
    leaf += 4;
  }
  return <u32>(leaf - LEAVES) >> 2;
}

/** Shell's sort: short, and fast for a few hundred. */
function sortLeaves(leafCount: u32): void {
  for (let gap: u32 = 121; gap > 0; gap /= 3) {
    const gapBytes: usize = gap << 2;
    const end = LEAVES + (leafCount << 2);
    for (let at = LEAVES + gapBytes; at < end; at += 4) {
      const leaf = load<u32>(at);
      let to = at;
      while (to >= LEAVES + gapBytes && load<u32>(to - gapBytes) > leaf) {
        store<u32>(to, load<u32>(to - gapBytes));
        to -= gapBytes;
      }
      store<u32>(to, leaf);
    }
  }
}

/** Joins the two lightest nodes until one is left; returns how deep the leaves are at most, and leaves depths at PARENTS. */
function growTree(leafCount: u32): u32 {
  for (let leaf: u32 = 0; leaf < leafCount; leaf++)
    store<u32>(WEIGHTS + (leaf << 2), load<u32>(LEAVES + (leaf << 2)) >> 9);
  const root: u32 = 2 * leafCount - 2;
  let leaf: u32 = 0;
  let joint = leafCount;
  for (let node = leafCount; node <= root; node++) {
    let weight: u32 = 0;
    for (let child = 0; child < 2; child++) {
      const isLeaf =
        leaf < leafCount && (joint >= node || load<u32>(WEIGHTS + (leaf << 2)) <= load<u32>(WEIGHTS + (joint << 2)));
      const lightest = isLeaf ? leaf++ : joint++;
      weight += load<u32>(WEIGHTS + (lightest << 2));
      store<u32>(PARENTS + (lightest << 2), node);
    }
    store<u32>(WEIGHTS + (node << 2), weight);
  }
  store<u32>(PARENTS + (root << 2), 0);
  for (let above = root; above > 0; above--) {
    const depth = PARENTS + ((above - 1) << 2);
    store<u32>(depth, load<u32>(PARENTS + (load<u32>(depth) << 2)) + 1);
  }
  return load<u32>(PARENTS);
}

/** Where one symbol is so rare that its code would be too long: halved counts keep their order, and end in equal ones. */
function flattenCounts(leafCount: u32): void {
  for (let at = LEAVES; at < LEAVES + (leafCount << 2); at += 4) {
    const leaf = load<u32>(at);
    store<u32>(at, ((((leaf >> 9) + 1) >> 1) << 9) | (leaf & 511));
  }
}

/** Canonical codes (RFC 1951, 3.2.2). */
function assignCodes(code: usize, symbolCount: u32, leafCount: u32): void {
  memory.fill(code + CODES, 0, symbolCount << 2);
  memory.fill(NEXT_CODES, 0, 64);
  for (let leaf: u32 = 0; leaf < leafCount; leaf++) {
    const bitCount = load<u32>(PARENTS + (leaf << 2));
    store<u32>(code + CODES + ((load<u32>(LEAVES + (leaf << 2)) & 511) << 2), bitCount << 16);
    store<u32>(NEXT_CODES + (bitCount << 2), load<u32>(NEXT_CODES + (bitCount << 2)) + 1);
  }
  let next: u32 = 0;
  for (let at = NEXT_CODES; at < NEXT_CODES + 64; at += 4) {
    const count = load<u32>(at);
    store<u32>(at, next);
    next = (next + count) << 1;
  }
  for (let at = code + CODES; at < code + CODES + (symbolCount << 2); at += 4) {
    const bitCount = load<u32>(at) >> 16;
    if (bitCount === 0) continue;
    const nextCode = NEXT_CODES + (bitCount << 2);
    const bits = load<u32>(nextCode);
    store<u32>(nextCode, bits + 1);
    store<u32>(at, (bitCount << 16) | (reversed(bits) >> (16 - bitCount)));
  }
}

/** The sixteen bits in the opposite order. */
function reversed(bits: u32): u32 {
  const pairs = ((bits & 0x5555) << 1) | ((bits >> 1) & 0x5555);
  const quads = ((pairs & 0x3333) << 2) | ((pairs >> 2) & 0x3333);
  const bytes = ((quads & 0x0f0f) << 4) | ((quads >> 4) & 0x0f0f);
  return ((bytes & 0xff) << 8) | (bytes >> 8);
}
