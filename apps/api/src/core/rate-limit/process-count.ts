import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Notifications } from '../../platform/database/notifications';
import { KeyFeedRepository } from '../auth/key-feed.repository';

const channel = 'loupe_processes';

/** How many API processes serve from this database. While it is out of reach, the last known number stands. */
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

  /** Tells all processes, this one included, that there is a new one. */
  async announce(): Promise<void> {
    await this.notifications.send(this.dataSource, channel);
    await this.recount();
  }

  async recount(): Promise<void> {
    this.known = Math.max(1, await this.feed.countProcesses(this.dataSource));
  }
}
