import type { Db } from './db';
import { sqlState } from './failures';

/** A distributed table knows only the way that has charges wait for a moment; Citus has no code of its own for saying so. */
const unsupported = ['0A000', 'XX000'];

/** Takes a partition off its table while charges go on. @param isCutShort whether it was begun before, and has not ended. */
export async function detachPartition(db: Db, table: string, partition: string, isCutShort: boolean): Promise<void> {
  const detach = `ALTER TABLE ${table} DETACH PARTITION ${partition}`;
  try {
    await db.query(`${detach} ${isCutShort ? 'FINALIZE' : 'CONCURRENTLY'}`);
  } catch (error) {
    if (!unsupported.includes(sqlState(error))) throw error;
    await db.query(detach);
  }
}
