import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

export type CsvCell = string | number | boolean | null;

/** What a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/;
const number = /^-?\d+(\.\d+)?$/;

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front; plain
 * numbers, negative ones too, stay numbers.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  const text = cell === null ? '' : String(cell);
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A CSV file that is sent while it is read. The first rows are awaited, so that what fails at once ends in a problem; what
 * fails later cuts the connection, and the file does not look complete.
 */
export async function csvDownload<Row>(
  name: string,
  columns: Readonly<Record<string, (row: Row) => CsvCell>>,
  batches: AsyncGenerator<Row[]>,
): Promise<StreamableFile> {
  const first = await batches.next();
  const linesOf = (rows: Row[]) => rows.map((row) => csvLine(Object.values(columns).map((cell) => cell(row)))).join('');
  async function* chunks(): AsyncGenerator<string> {
    yield csvLine(Object.keys(columns)) + (first.done ? '' : linesOf(first.value));
    for await (const rows of batches) if (rows.length > 0) yield linesOf(rows);
  }
  return new StreamableFile(Readable.from(chunks()), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}.csv"`,
  });
}
