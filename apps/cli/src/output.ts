import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes with backpressure. */
export async function write(text: string | Uint8Array, to: Writable = process.stdout): Promise<void> {
  if (!to.write(text)) await once(to, 'drain');
}

export type Format = 'ndjson' | 'csv';

export interface Lines {
  /** CSV columns, taken from the first item if no fields are given. */
  columns: string[] | undefined;
  of(items: readonly unknown[]): string;
}

/** @param isBegun whether the CSV header is already written */
export function linesOf(format: Format, columns: string[] | undefined, isBegun = false): Lines {
  if (format === 'ndjson') return { columns, of: (items) => items.map((item) => `${JSON.stringify(item)}\n`).join('') };
  let hasHeader = isBegun;
  return {
    columns,
    of(items) {
      this.columns ??= items.length > 0 ? plainMembers(items[0]) : undefined;
      const names = this.columns;
      if (!names) return '';
      const rows = items.map((item) => names.map((name) => valueAt(item, name.split('.'))));
      const all = hasHeader ? rows : [names, ...rows];
      hasHeader = true;
      return all.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
    },
  };
}

function plainMembers(item: unknown): string[] {
  return Object.entries(item as object).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? [] : [name],
  );
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => valueAt(one, path));
  return Object.hasOwn(Object(value), name) ? valueAt((value as Record<string, unknown>)[name], rest) : undefined;
}

// Where a spreadsheet could start a formula: at the start of a cell, and after characters that end a cell in some
// spreadsheets. Invisible characters may precede the sign, and full-width signs count too.
const formula = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=["\p{C}\p{Z}\p{DI}\u2800]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;

function csvCell(cell: unknown): string {
  const text = cell === null || cell === undefined ? '' : typeof cell === 'object' ? JSON.stringify(cell) : `${cell}`;
  const safe = typeof cell === 'number' ? text : text.replace(formula, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
