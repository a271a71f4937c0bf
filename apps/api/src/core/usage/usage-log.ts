import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../../platform/observability/logger';
import { RequestLogRepository } from './request-log.repository';
import type { UsageRecord } from './usage-record';
import { writeBisecting } from './write-bisecting';

const flushMs = 1_000;
const maxBatch = 1_000;
/** While the database is unreachable rows pile up; past this many they are let go and counted. */
const maxPending = 50_000;

/**
 * Writes the usage rows of requests that are not charged (refused, failed or free): lazily, many at once, off the request
 * path. Charged ones are written by the charge itself.
 */
@Injectable()
export class UsageLog {
  private pending: UsageRecord[] = [];
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;
  /** The last attempt failed: the next one waits for its time, however much piles up. */
  private failing = false;
  /** Rows that could not be kept since the process began. */
  dropped = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly rows: RequestLogRepository,
    @Inject(LOGGER) private readonly log: Pick<Logger, 'warn'>,
  ) {}

  record(record: UsageRecord): void {
    if (this.pending.length >= maxPending) {
      this.dropped++;
      return;
    }
    this.pending.push(record);
    if (this.pending.length >= maxBatch && !this.failing) void this.flush();
    else this.flushLater();
  }

  /**
   * Writes what is pending; what the database does not take now is tried again a second later. Never throws.
   * @returns whether nothing is left to write.
   */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // With nothing pending it would be over before it is assigned.
    if (this.pending.length > 0) this.flushing ??= this.writePending();
    await this.flushing;
    return this.pending.length === 0;
  }

  private flushLater(): void {
    this.timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  private async writePending(): Promise<void> {
    while (this.pending.length > 0) {
      const batch = this.pending.splice(0, maxBatch);
      try {
        await writeBisecting(
          batch,
          (part) => this.rows.write(this.dataSource, part),
          (_record, error) => this.drop(error),
        );
        this.failing = false;
      } catch (error) {
        if (!this.failing) this.warn(error);
        this.failing = true;
        // Some of them may have been written: the statement passes over rows that are there already.
        this.pending.unshift(...batch);
        this.flushLater();
        break;
      }
    }
    // In the very turn that found nothing pending: a flush from now on writes what came since.
    this.flushing = undefined;
  }

  private drop(error: unknown): void {
    this.dropped++;
    this.warn(error);
  }

  private warn(error: unknown): void {
    this.log.warn({ err: error }, 'usage rows could not be written');
  }
}
