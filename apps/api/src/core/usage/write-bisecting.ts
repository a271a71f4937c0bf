import { sqlState } from '../../platform/database/failures';

/** Whether the database blames the rows themselves (SQLSTATE classes 22 and 23): nothing was written, and a repeat fails again. */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error));
}

/**
 * Writes all rows in one go. When the database blames the data, writes each half on its own, and so on: a row at fault
 * fails alone and is handed to `fail`, the others are written.
 * @throws whatever else `write` throws, such as a lost connection; rows not reached by then were neither written nor failed.
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
