import { Readable } from 'node:stream';
import { applyDecorators, Get, StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ExportGuard } from './export.guard';

type CsvCell = string | number | boolean | null;

/** What stands in each column, by its heading. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/** A list as a file for spreadsheets: every row that matches, whatever the limit. */
export function CsvDownload(name: string, summary = `Download all matching rows of ${name} as CSV`): MethodDecorator {
  return applyDecorators(
    Get(`${name}.csv`),
    UseGuards(ExportGuard),
    ApiOperation({ summary }),
    ApiOkResponse({ content: { 'text/csv': { schema: { type: 'string' } } } }),
  );
}

/**
 * Where text would begin a formula: at its start, and behind what ends a cell for some spreadsheets, whose quotes are then in the middle
 * of one. What is invisible may stand before the sign, and some take the full-width and small signs for the plain ones.
 */
const formula = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=["\p{C}\p{Z}\p{DI}\u2800]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;
const number = /^-?\d+(\.\d+)?$/;

/**
 * One line of a CSV file (RFC 4180). A formula is defused by an apostrophe before it; plain numbers, negative
 * ones too, stay numbers.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  const text = cell === null ? '' : String(cell);
  const safe = number.test(text) ? text : text.replace(formula, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A CSV file that is streamed. The first rows are awaited, so an early failure becomes a problem response; a later one cuts
 * the connection, and the file is visibly incomplete.
 */
export async function csvDownload<Row>(
  name: string,
  columns: CsvColumns<Row>,
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
