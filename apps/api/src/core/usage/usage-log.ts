import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OutageLog } from '../../platform/database/outage-log';
import { RequestLogRepository } from './request-log.repository';
import type { UsageRecord } from './usage-record';
import { writeBisecting } from './write-bisecting';

const flushMs = 1_000;
const maxBatch = 1_000;
/** How many rows are buffered while the database is unreachable. Further rows are dropped and counted. */
const maxPending = 50_000;

/**
 * Writes the usage rows of uncharged requests (refused, failed or free) in batches, off the request path. The charge itself
 * writes the row of a charged request.
 */
@Injectable()
export class UsageLog {
  private pending: UsageRecord[] = [];
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;
  /** Whether the last attempt failed. If so, `record` leaves the next attempt to the timer. */
  private failing = false;
  /** Rows that were dropped since the process started. */
  dropped = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly rows: RequestLogRepository,
    @Inject(OutageLog) private readonly log: Pick<OutageLog, 'warn'>,
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
   * Writes the buffered rows. If that fails, tries again a second later. Never throws.
   * @returns whether the buffer is empty.
   */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // Without pending rows, `writePending` would end, and reset `flushing`, before this assignment.
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
        // Some rows may have been written. The statement skips existing rows.
        this.pending.unshift(...batch);
        this.flushLater();
        break;
      }
    }
    // Reset in the same tick in which the loop ends, so that a later flush writes later rows.
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
