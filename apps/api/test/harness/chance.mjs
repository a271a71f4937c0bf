/** Random choices that a seed repeats (mulberry32). */
export class Chance {
  #state;

  constructor(seed) {
    this.#state = Number(seed) >>> 0;
  }

  /** A number from 0 to 1. */
  random = () => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    const state = this.#state;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  choose = (list) => list[Math.floor(this.random() * list.length)];

  shuffle = (list) => {
    const ranked = list.map((item) => ({ item, rank: this.random() }));
    return ranked.sort((left, right) => left.rank - right.rank).map(({ item }) => item);
  };
}
