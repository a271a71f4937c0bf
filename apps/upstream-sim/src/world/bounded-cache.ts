/** An LRU cache, bounded by the total weight of its values. */
export class BoundedCache<K, V> {
  private readonly entries = new Map<K, V>();
  private weight = 0;

  constructor(
    private readonly maxWeight: number,
    private readonly weigh: (value: V) => number = () => 1,
  ) {}

  remember(key: K, make: () => V): V {
    const known = this.entries.get(key);
    if (known !== undefined) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known;
    }
    const made = make();
    this.entries.set(key, made);
    this.weight += this.weigh(made);
    this.dropOldest();
    return made;
  }

  private dropOldest(): void {
    for (const [key, value] of this.entries) {
      if (this.weight <= this.maxWeight) return;
      this.entries.delete(key);
      this.weight -= this.weigh(value);
    }
  }
}
