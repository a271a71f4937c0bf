import type { Db } from './db';
import { sqlState } from './failures';

/** SQLSTATEs by which Citus reports that it cannot detach concurrently. Charges then wait a moment. */
const unsupported = ['0A000', 'XX000'];

/** Detaches a partition while charging continues. `isCutShort`: an earlier attempt was interrupted. */
export async function detachPartition(db: Db, table: string, partition: string, isCutShort: boolean): Promise<void> {
  const detach = `ALTER TABLE ${table} DETACH PARTITION ${partition}`;
  try {
    await db.query(`${detach} ${isCutShort ? 'FINALIZE' : 'CONCURRENTLY'}`);
  } catch (error) {
    if (!unsupported.includes(sqlState(error))) throw error;
    await db.query(detach);
  }
}
