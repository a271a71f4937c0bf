import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { clock } from '../../platform/clock';
import { LOGGER } from '../../platform/observability/logger';
import { RequestLogRepository } from './request-log.repository';
import { UsageLog } from './usage-log';

const minuteMs = 60_000;
/** About 4 MB. Above this number of kinds, refusals of new kinds are dropped and counted in `dropped`. */
const maxKinds = 20_000;
/** An account with more kinds loses only rows of its own. */
const maxKindsPerAccount = 1_000;

/** Refusals of one kind in one minute. The first refusal has a usage row, which also stores the number of repeats. */
interface Refused {
  readonly requestId: string;
  readonly accountId: number;
  readonly line: object;
  repeats: number;
  writtenRepeats: number;
}

/**
 * Counts refusals of the same kind: same key, operation and problem code, within a minute. However many there are, they
 * cost only two log lines and one usage row. A killed process loses counts that it has not written. Counts are
 * totals, so a count that is written again is not added twice.
 */
@Injectable()
export class Refusals {
  private minute = 0;
  private current = new Map<string, Refused>();
  private kindsByAccount = new Map<number, number>();
  /** Refusals of earlier minutes whose final count is not written yet. */
  private past: Refused[] = [];
  /** How many refusals since the start of the process are neither in a row nor in the repeat count of a row. */
  dropped = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly rows: RequestLogRepository,
    private readonly usage: UsageLog,
    @Inject(LOGGER) private readonly log: Pick<Logger, 'info'>,
  ) {}

  /**
   * @param line fields of the log line that reports the number of repeats
   * @returns whether the caller must record the refusal, because it is the first of its kind in this minute
   */
  isFirst(accountId: number, kind: string, requestId: string, line: () => object): boolean {
    this.startNewMinute();
    const known = this.current.get(kind);
    if (known) {
      known.repeats++;
      return false;
    }
    const kinds = this.kindsByAccount.get(accountId) ?? 0;
    if (kinds >= maxKindsPerAccount || this.current.size + this.past.length >= maxKinds) {
      this.dropped++;
      return false;
    }
    this.kindsByAccount.set(accountId, kinds + 1);
    this.current.set(kind, { requestId, accountId, line: line(), repeats: 0, writtenRepeats: 0 });
    return true;
  }

  /** Writes the counts to the rows. @throws when the database is unreachable; the next call writes the counts. */
  async flush(): Promise<void> {
    this.startNewMinute();
    const counts = [...this.past, ...this.current.values()]
      .filter(({ repeats, writtenRepeats }) => repeats > writtenRepeats)
      .map((refused) => ({
        refused,
        requestId: refused.requestId,
        accountId: refused.accountId,
        repeats: refused.repeats,
      }));
    // The rows of the first refusals must be written before their counts.
    if (counts.length > 0 && (await this.usage.flush())) {
      await this.rows.countRepeats(this.dataSource, counts);
      for (const { refused, repeats } of counts) refused.writtenRepeats = repeats;
    }
    this.past = this.past.filter(({ repeats, writtenRepeats }) => repeats > writtenRepeats);
  }

  private startNewMinute(): void {
    const minute = Math.trunc(clock.wallMs() / minuteMs);
    if (minute === this.minute) return;
    for (const refused of this.current.values()) {
      if (refused.repeats === 0) continue;
      this.past.push(refused);
      this.log.info({ ...refused.line, repeats: refused.repeats }, 'refused for the same reason within a minute');
    }
    this.current = new Map();
    this.kindsByAccount = new Map();
    this.minute = minute;
  }
}
