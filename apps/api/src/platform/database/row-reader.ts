/** Maps columns to camelCase, `…_micros` to bigint, and `numbers` to numbers. The driver returns bigint as text. */
export function rowReader<T>(...numbers: readonly (keyof T & string)[]): (row: Readonly<Record<string, unknown>>) => T {
  const isNumber = new Set<string>(numbers);
  // Cached, because exports read millions of rows with the same columns.
  const fields = new Map<string, string>();
  const fieldOf = (column: string) => {
    const field = fields.get(column) ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    fields.set(column, field);
    return field;
  };
  return (row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const field = fieldOf(column);
        if (value === null) return [field, null];
        if (isNumber.has(field)) return [field, Number(value)];
        return [field, column.endsWith('_micros') ? BigInt(value as string) : value];
      }),
    ) as T;
}
