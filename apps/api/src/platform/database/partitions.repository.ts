import type { Db } from './data-source';
import { sqlState } from './failures';

/** A distributed table knows only the way that has charges wait for a moment. */
const unsupported = '0A000';

/** Takes a partition off its table while charges go on. @param isCutShort whether it was begun before, and has not ended. */
export async function detachPartition(db: Db, table: string, partition: string, isCutShort: boolean): Promise<void> {
  const detach = `ALTER TABLE ${table} DETACH PARTITION ${partition}`;
  try {
    await db.query(`${detach} ${isCutShort ? 'FINALIZE' : 'CONCURRENTLY'}`);
  } catch (error) {
    if (sqlState(error) !== unsupported) throw error;
    await db.query(detach);
  }
}
