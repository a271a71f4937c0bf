import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Waits for a reader that is slower. */
export async function write(text: string | Uint8Array, to: Writable = process.stdout): Promise<void> {
  if (!to.write(text)) await once(to, 'drain');
}

export type Format = 'ndjson' | 'csv';

/** Lines of a file of items. */
export interface Lines {
  /** The columns of a table: set by its first item, where no fields were named. */
  columns: string[] | undefined;
  of(items: readonly unknown[]): string;
}

/** @param isBegun the header of a table is there already */
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
  return valueAt((value as Record<string, unknown>)[name], rest);
}

/**
 * Where text would begin a formula: at its start, and behind what ends a cell for some spreadsheets, whose quotes are then in the middle
 * of one. What is invisible may stand before the sign, and some take the full-width and small signs for the plain ones.
 */
const formula = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=["\p{C}\p{Z}\p{DI}\u2800]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;

function csvCell(cell: unknown): string {
  const text = cell === null || cell === undefined ? '' : typeof cell === 'object' ? JSON.stringify(cell) : `${cell}`;
  const safe = typeof cell === 'number' ? text : text.replace(formula, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
