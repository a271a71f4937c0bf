import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PublishedFigures, publishQuality, readQuality } from './quality.repository';

/** How well operations work, as callers see it: computed by one process a minute, and read by all of them. */
@Injectable()
export class PublishedQuality {
  /** The last ones stay while the database is out of reach. */
  latest: PublishedFigures = { time: null, service: {}, operations: {}, days: [] };

  constructor(private readonly dataSource: DataSource) {}

  async refresh(): Promise<void> {
    await publishQuality(this.dataSource);
    const read = await readQuality(this.dataSource);
    // Pages are made anew for another object.
    if (read && read.time !== this.latest.time) this.latest = read;
  }
}
