import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { publishQuality, readQuality } from './quality.repository';

type Figure = 'answered' | 'failed_upstream' | 'failed_in_loupe' | 'median_ms' | 'p95_ms';
/** Shares are parts of 1, and null where there were no calls; times are those of answered calls. */
export type Quality = Readonly<{ calls: number } & Record<Figure, number | null>>;
type QualityByPeriod = Readonly<Partial<Record<'last_hour' | 'last_24_hours' | 'last_30_days', Quality>>>;

export interface PublishedFigures {
  /** When they were computed; null: not yet. */
  readonly time: string | null;
  readonly service: QualityByPeriod;
  readonly operations: Readonly<Record<string, QualityByPeriod>>;
  readonly days: readonly { readonly date: string; readonly calls: number; readonly answered: number }[];
}

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
