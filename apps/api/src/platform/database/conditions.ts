/**
 * The conditions of a WHERE clause. Conditions without a value are left out, so that each combination gets its own
 * plan.
 */
export class Conditions {
  private readonly parts: string[] = [];
  readonly values: unknown[] = [];

  /**
   * @param condition such as `u.key_id =`, followed by the placeholder
   * @param value undefined adds no condition
   */
  and(condition: string, value: unknown): this {
    if (value !== undefined) this.parts.push(`${condition} ${this.place(value)}`);
    return this;
  }

  /** Adds a condition without a value. */
  andIf(applies: boolean, condition: string): this {
    if (applies) this.parts.push(condition);
    return this;
  }

  /** Adds a value and returns its placeholder. */
  place(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get sql(): string {
    return this.parts.length > 0 ? this.parts.join(' AND ') : 'true';
  }
}
