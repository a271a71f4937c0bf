import type { Db } from '../../../platform/database/db';
import { type ClosedMonth, ClosedMonthsRepository } from './closed-months.repository';
import { LedgerExport } from './ledger-export';
import { type Block, digestOf, firstHash, link, rowsPerBlock } from './month-chain';

/** A place where the ledger is wrong or cannot be checked. Amounts are in micro-USD. */
export interface Difference {
  readonly check: string;
  readonly subject: string;
  readonly expected: string | null;
  readonly actual: string | null;
}

const months = new ClosedMonthsRepository();

function difference(check: string, subject: string, expected: unknown, actual: unknown): Difference {
  return { check, subject, expected: `${expected}`, actual: `${actual}` };
}

const hex = (hash: Buffer | undefined) => hash?.toString('hex').slice(0, 16) ?? 'nothing';

/** Checks a month's rows, from the ledger or from an export, against its hash chain. Names each block that differs. */
export async function checkChain(closed: ClosedMonth, blocks: AsyncGenerator<Block>): Promise<Difference[]> {
  const { month, blockHashes, previousHash, transfers } = closed;
  const found: Difference[] = [];
  let index = 0;
  let rows = 0;
  try {
    for await (const block of blocks) {
      const expected = blockHashes[index];
      const actual = link(blockHashes[index - 1] ?? previousHash, digestOf(block.bytes));
      if (!expected?.equals(actual)) {
        const subject = `${month}, transfers ${rows + 1} to ${rows + block.rows}`;
        found.push(difference('closed_rows', subject, hex(expected), hex(actual)));
      }
      index++;
      rows += block.rows;
    }
  } catch (error) {
    found.push(difference('closed_export', month, 'a whole export', (error as Error).message));
    return found;
  }
  if (rows !== transfers) found.push(difference('closed_rows', month, `${transfers} transfers`, `${rows} transfers`));
  return found;
}

/** Checks a closed month: rows or export, totals, and place in the chain. `before` is the closed month before it. */
export async function checkClosedMonth(
  db: Db,
  closed: ClosedMonth,
  before: ClosedMonth | undefined,
  exportDirectory: string | undefined,
): Promise<Difference[]> {
  const { month } = closed;
  const found: Difference[] = [];
  if (before && nextMonth(before.month) !== month)
    found.push(difference('closed_chain', month, `${nextMonth(before.month)} after ${before.month}`, month));
  const previous = before?.hash ?? firstHash;
  if (!closed.previousHash.equals(previous))
    found.push(difference('closed_chain', `${month}, its beginning`, hex(previous), hex(closed.previousHash)));
  const hash = link(closed.blockHashes.at(-1) ?? closed.previousHash, closed.totalsHash);
  if (!closed.hash.equals(hash))
    found.push(difference('closed_chain', `${month}, its end`, hex(hash), hex(closed.hash)));
  const totals = await months.totalsHash(db, month);
  if (!closed.totalsHash.equals(totals))
    found.push(difference('closed_totals', month, hex(closed.totalsHash), hex(totals)));
  found.push(...(await checkRows(db, closed, exportDirectory)));
  return found;
}

async function checkRows(db: Db, closed: ClosedMonth, exportDirectory: string | undefined): Promise<Difference[]> {
  if (!closed.dropped) return checkChain(closed, months.blocks(db, closed.month, rowsPerBlock));
  if (closed.manifestHash === null) return [difference('closed_export', closed.month, 'an export', 'none')];
  if (exportDirectory === undefined) return [difference('closed_export', closed.month, 'LEDGER_EXPORT_DIR', 'not set')];
  return checkChain(closed, new LedgerExport(exportDirectory).read(closed.month, closed.manifestHash));
}

function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
