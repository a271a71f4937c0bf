import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PublishedFigures, publishQuality, readQuality } from './quality.repository';

/** Success rates and response times of operations. One process computes them each minute, and all processes read them. */
@Injectable()
export class PublishedQuality {
  /** The last known figures, also while the database is unreachable. */
  latest: PublishedFigures = { time: null, service: {}, operations: {}, days: [] };

  constructor(private readonly dataSource: DataSource) {}

  async refresh(): Promise<void> {
    await publishQuality(this.dataSource);
    const read = await readQuality(this.dataSource);
    // Pages are rendered again when this object changes.
    if (read && read.time !== this.latest.time) this.latest = read;
  }
}
