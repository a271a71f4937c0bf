import type { Db } from './db';

export async function databaseNowMs(db: Db): Promise<number> {
  const [{ now_ms: nowMs }] = await db.query('SELECT extract(epoch FROM now())::float8 * 1000 AS now_ms');
  return nowMs;
}
