import type { UsageRecord } from './usage-record';

/** Longer ones are not kept: a caller must not fill the disk with the faults of requests that cost nothing. */
const maxProblemLength = 4_096;

/** The records as array literals of PostgreSQL, one per column, in the order in which the functions of the database take them. */
export function usageColumns(records: readonly UsageRecord[]): string[] {
  return [
    column(records, (record) => record.requestId),
    column(records, (record) => record.accountId),
    column(records, (record) => record.keyId),
    column(records, (record) => quoted(record.operation)),
    column(records, (record) => record.status),
    column(records, (record) => (record.code === null ? 'NULL' : quoted(record.code))),
    column(records, (record) => record.units),
    column(records, (record) => record.priceMicros),
    column(records, (record) => Math.trunc(record.upstreamMs)),
    column(records, (record) => Math.trunc(record.totalMs)),
    column(records, (record) => Math.trunc(record.responseBytes)),
    column(records, ({ problem }) => (problem && problem.length <= maxProblemLength ? quoted(problem) : 'NULL')),
  ];
}

/** One array literal. Written by hand: the driver's own writer looks at every element's type and costs several times as much. */
export function column<Row>(rows: readonly Row[], cell: (row: Row) => string | number | bigint): string {
  let literal = '{';
  for (const row of rows) literal += literal.length > 1 ? `,${cell(row)}` : cell(row);
  return `${literal}}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
