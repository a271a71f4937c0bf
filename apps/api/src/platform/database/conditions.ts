/** The conditions of a WHERE clause, of which only those with a value apply: each combination gets the plan that suits it. */
export class Conditions {
  private readonly parts: string[] = [];
  readonly values: unknown[] = [];

  /** @param condition such as `u.key_id =`: the value's placeholder is put behind it. An undefined value adds nothing. */
  and(condition: string, value: unknown): this {
    if (value !== undefined) this.parts.push(`${condition} ${this.place(value)}`);
    return this;
  }

  /** A condition without a value, where it applies. */
  andIf(applies: boolean, condition: string): this {
    if (applies) this.parts.push(condition);
    return this;
  }

  /** Placeholder of a further value. */
  place(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get sql(): string {
    return this.parts.length > 0 ? this.parts.join(' AND ') : 'true';
  }
}
