import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { feedConnectionName } from '../auth/key-feed.repository';

/** The API processes that serve from this database. Each has exactly one connection that reads keys. */
@Injectable()
export class ProcessesRepository {
  /** PostgreSQL drops the connections of dead processes by itself, so the count is right without Redis. */
  async count(db: Db): Promise<number> {
    const [{ processes }] = await db.query(
      `SELECT count(*)::int AS processes FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
      [feedConnectionName],
    );
    return processes;
  }

  async notify(db: Db, channel: string): Promise<void> {
    await db.query('SELECT pg_notify($1, $2)', [channel, '']);
  }
}
