import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Notifications } from '../../platform/database/notifications';
import { KeyFeedRepository } from '../auth/key-feed.repository';

const channel = 'loupe_processes';

/** The number of API processes on this database. While the database is unreachable, the last known number is used. */
@Injectable()
export class ProcessCount {
  private known = 1;

  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: KeyFeedRepository,
    private readonly notifications: Notifications,
  ) {
    notifications.on(channel, () => void this.recount().catch(() => undefined));
  }

  get count(): number {
    return this.known;
  }

  /** Makes all processes, including this one, count again. */
  async announce(): Promise<void> {
    await this.notifications.send(this.dataSource, channel);
    await this.recount();
  }

  async recount(): Promise<void> {
    this.known = Math.max(1, await this.feed.countProcesses(this.dataSource));
  }
}
