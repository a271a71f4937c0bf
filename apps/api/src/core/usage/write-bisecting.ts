import { sqlState } from '../../platform/database/failures';

/** Whether the rows caused an error (SQLSTATE classes 22 and 23). Then nothing was written, and a repeat fails again. */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error));
}

/**
 * Writes all rows at once. While a row is invalid, halves the batch, until every valid row is written and every invalid
 * row is passed to `fail`.
 * @throws any other error of `write`, such as a lost connection. Then the remaining rows are neither written nor failed.
 */
export async function writeBisecting<Row>(
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<void>,
  fail: (row: Row, error: unknown) => void,
): Promise<void> {
  try {
    await write(rows);
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (rows.length === 1) return fail(rows[0]!, error);
    const middle = rows.length >> 1;
    await writeBisecting(rows.slice(0, middle), write, fail);
    await writeBisecting(rows.slice(middle), write, fail);
  }
}
