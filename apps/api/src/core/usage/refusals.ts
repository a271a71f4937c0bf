import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { clock } from '../../platform/clock';
import { LOGGER } from '../../platform/observability/logger';
import { RequestLogRepository } from './request-log.repository';
import { UsageLog } from './usage-log';

const minuteMs = 60_000;
/** Some 4 MB. Past this many kinds a minute, refusals are let go and counted as such. */
const maxKinds = 20_000;
/** An account with more keys and operations than this loses rows of its own only. */
const maxKindsPerAccount = 1_000;

/** Refusals of one kind in one minute: the first has a row of its own, which says how many followed. */
interface Refused {
  readonly requestId: string;
  readonly accountId: number;
  readonly line: object;
  repeats: number;
  writtenRepeats: number;
}

/**
 * Counts the requests that are refused alike (same key, operation and problem code, within a minute), so that refusing
 * costs the database and the log two lines a minute however many there are. A killed process loses what it has not
 * written; written counts are totals of this process, which a repeat does not add twice.
 */
@Injectable()
export class Refusals {
  private minute = 0;
  private current = new Map<string, Refused>();
  private kindsByAccount = new Map<number, number>();
  /** Of earlier minutes, to be written for the last time. */
  private past: Refused[] = [];
  /** Refusals that were neither kept nor counted since the process began. */
  dropped = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly rows: RequestLogRepository,
    private readonly usage: UsageLog,
    @Inject(LOGGER) private readonly log: Pick<Logger, 'info'>,
  ) {}

  /**
   * Whether a refusal is the first of its kind in this minute: the caller keeps it like any other request. The others are
   * only counted. @param line what the log says of them, beside how many they were.
   */
  isFirst(accountId: number, kind: string, requestId: string, line: () => object): boolean {
    this.keepTime();
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

  /** Brings the rows up to date. @throws when the database is out of reach; the counts wait for the next time. */
  async flush(): Promise<void> {
    this.keepTime();
    const counts = [...this.past, ...this.current.values()]
      .filter(({ repeats, writtenRepeats }) => repeats > writtenRepeats)
      .map((refused) => ({
        refused,
        requestId: refused.requestId,
        accountId: refused.accountId,
        repeats: refused.repeats,
      }));
    // What counts is a row that is there: those of first refusals are on their way like all others.
    if (counts.length > 0 && (await this.usage.flush())) {
      await this.rows.countRepeats(this.dataSource, counts);
      for (const { refused, repeats } of counts) refused.writtenRepeats = repeats;
    }
    this.past = this.past.filter(({ repeats, writtenRepeats }) => repeats > writtenRepeats);
  }

  private keepTime(): void {
    const minute = Math.trunc(clock.wallMs() / minuteMs);
    if (minute === this.minute) return;
    for (const refused of this.current.values()) {
      if (refused.repeats === 0) continue;
      this.past.push(refused);
      this.log.info({ ...refused.line, repeats: refused.repeats }, 'refused alike within a minute');
    }
    this.current = new Map();
    this.kindsByAccount = new Map();
    this.minute = minute;
  }
}
