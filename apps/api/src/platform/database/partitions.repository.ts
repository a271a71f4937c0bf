import type { Db } from './db';
import { sqlState } from './failures';

/** Citus cannot detach concurrently, so charges wait a moment. It reports that with one of these SQLSTATEs. */
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
