/** The conditions of a WHERE clause. Unused ones are left out, so that each combination gets its own plan. */
export class Conditions {
  private readonly parts: string[] = [];
  readonly values: unknown[] = [];

  /** Adds a condition such as `u.key_id =` with its placeholder, unless the value is undefined. */
  and(condition: string, value: unknown): this {
    if (value !== undefined) this.parts.push(`${condition} ${this.place(value)}`);
    return this;
  }

  andIf(applies: boolean, condition: string): this {
    if (applies) this.parts.push(condition);
    return this;
  }

  place(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get sql(): string {
    return this.parts.length > 0 ? this.parts.join(' AND ') : 'true';
  }
}
