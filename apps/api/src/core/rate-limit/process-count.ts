import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Notifications } from '../../platform/database/notifications';
import { feedConnectionName } from '../auth/key-feed';

const channel = 'loupe_processes';

/**
 * How many API processes serve from this database: each has exactly one connection that reads keys. The database drops those
 * of dead processes by itself, and needs no Redis for it. While it is out of reach the last known number stands.
 */
@Injectable()
export class ProcessCount {
  private known = 1;

  constructor(
    private readonly dataSource: DataSource,
    notifications: Notifications,
  ) {
    notifications.on(channel, () => void this.recount().catch(() => undefined));
  }

  get count(): number {
    return this.known;
  }

  /** Tells all processes, this one included, that there is a new one. */
  async announce(): Promise<void> {
    await this.dataSource.query('SELECT pg_notify($1, $2)', [channel, '']);
    await this.recount();
  }

  async recount(): Promise<void> {
    const [{ processes }] = await this.dataSource.query(
      `SELECT count(*)::int AS processes FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
      [feedConnectionName],
    );
    this.known = Math.max(1, processes);
  }
}
