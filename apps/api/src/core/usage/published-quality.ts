import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { QualityRepository } from './quality.repository';
import { figuresOf, type PublishedFigures } from './quality-figures';

/** How well operations work, as callers see it: computed by one process a minute, and read by all of them. */
@Injectable()
export class PublishedQuality {
  /** Null before the first; the last ones stay while the database is out of reach. */
  latest: PublishedFigures | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly quality: QualityRepository,
  ) {}

  async refresh(): Promise<void> {
    const { quality } = this;
    await this.dataSource.transaction(async (db) => {
      if (await quality.claim(db)) await quality.save(db, figuresOf(await quality.sums(db), await quality.days(db)));
    });
    this.latest = await quality.read(this.dataSource);
  }
}
