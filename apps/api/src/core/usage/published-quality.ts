import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { QualityRepository } from './quality.repository';
import { figuresOf, type PublishedFigures } from './quality-figures';

/** How well operations work, as callers see it: computed by one process a minute, and read by all of them. */
@Injectable()
export class PublishedQuality {
  /** The last ones stay while the database is out of reach. */
  latest: PublishedFigures = { time: null, ...figuresOf([], []) };

  constructor(
    private readonly dataSource: DataSource,
    private readonly quality: QualityRepository,
  ) {}

  async refresh(): Promise<void> {
    const { quality } = this;
    await this.dataSource.transaction(async (db) => {
      if (await quality.claim(db)) await quality.save(db, figuresOf(await quality.sums(db), await quality.days(db)));
    });
    const read = await quality.read(this.dataSource);
    // Pages are made anew for another object.
    if (read && read.time !== this.latest.time) this.latest = read;
  }
}
