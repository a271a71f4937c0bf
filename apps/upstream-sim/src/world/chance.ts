// Stateless random numbers: draws are pure functions, so neither the machine nor the order of draws changes the world.

// Local copies: globals are slow in Jest's vm context.
const { imul, floor } = Math;

function stir(state: number, part: number): number {
  const mixed = imul(state ^ part, 0xcc9e2d51);
  return imul(mixed ^ (mixed >>> 15), 0x1b873593) ^ (mixed >>> 13);
}

export function mix(a: number, b = 0, c = 0, d = 0): number {
  const all = stir(stir(stir(stir(0x9e3779b9, a), b), c), d);
  const spread = imul(all ^ (all >>> 16), 0x85ebca6b);
  return (imul(spread ^ (spread >>> 13), 0xc2b2ae35) ^ (spread >>> 16)) >>> 0;
}

/** A constant per name, which keeps draws for different purposes apart. */
export function salt(name: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < name.length; i += 1) state = imul(state ^ name.charCodeAt(i), 0x01000193);
  return state >>> 0;
}

export const fraction = (draw: number): number => draw / 2 ** 32;

export const happens = (draw: number, probability: number): boolean => fraction(draw) < probability;

export const between = (draw: number, from: number, to: number): number => from + floor(fraction(draw) * (to - from));

/** An integer between positive bounds, with small values more likely. */
export const skewed = (draw: number, from: number, to: number): number => floor(from * (to / from) ** fraction(draw));

export function pick<T>(draw: number, list: readonly T[]): T {
  return list[between(draw, 0, list.length)] as T;
}

export function shuffled(draw: number, n: number): number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i -= 1) {
    const j = between(mix(draw, i), 0, i + 1);
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return order;
}
