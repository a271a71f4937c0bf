import { Readable } from 'node:stream';
import { applyDecorators, Get, StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ExportGuard } from './export.guard';

type CsvCell = string | number | boolean | null;

export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/** A route that downloads all matching rows as CSV, and ignores the page size. */
export function CsvDownload(name: string, summary = `Download all matching rows of ${name} as CSV`): MethodDecorator {
  return applyDecorators(
    Get(`${name}.csv`),
    UseGuards(ExportGuard),
    ApiOperation({ summary }),
    ApiOkResponse({ content: { 'text/csv': { schema: { type: 'string' } } } }),
  );
}

/**
 * Where a formula could begin: at the start of a cell, or after a character that ends a cell in some spreadsheets.
 * Invisible characters may precede the sign, and some spreadsheets accept full-width and small signs.
 */
const formula = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=["\p{C}\p{Z}\p{DI}\u2800]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;
const number = /^-?\d+(\.\d+)?$/;

/** One line of CSV (RFC 4180). An apostrophe defuses formulas; plain numbers stay numbers. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  const text = cell === null ? '' : String(cell);
  const safe = number.test(text) ? text : text.replace(formula, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Streams CSV. A failure before the first rows becomes a problem. A later failure closes the connection. */
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
