/** A Map with a maximum size. It drops its oldest entry first. */
export class BoundedMap<K, V> extends Map<K, V> {
  constructor(private readonly maxSize: number) {
    super();
  }

  override set(key: K, value: V): this {
    if (!this.has(key) && this.size >= this.maxSize) this.delete(this.keys().next().value!);
    return super.set(key, value);
  }
}
