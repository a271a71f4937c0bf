import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withLongStatements } from '../../platform/database/data-source';
import type { Db } from '../../platform/database/db';
import {
  countUsage,
  type KeyFamilySpend,
  type KeyTraffic,
  type UsageTotal,
  type UsageTotalsPage,
  type UsageTotalsQuery,
  UsageTotalsRepository,
} from './usage-totals.repository';

/** The totals per hour and day, which hold every row that was committed before they are read. */
@Injectable()
export class UsageTotals {
  private counting: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly totals: UsageTotalsRepository,
  ) {}

  /**
   * Counts what was written since the last time: when it resolves, the totals hold every row committed before the call.
   * One connection does it for all who ask: those who come while it counts share the next count.
   */
  count(): Promise<void> {
    this.next ??= this.counting
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        this.counting = this.dataSource.transaction(countUsage);
        return this.counting;
      });
    return this.next;
  }

  /** The same with time for whatever has piled up. */
  catchUp(): Promise<void> {
    return withLongStatements(this.dataSource, (db) => db.manager.transaction(countUsage));
  }

  /** What several sums are read in: one snapshot, so that they agree with each other. */
  async inSnapshot<Sums>(read: (db: Db) => Promise<Sums>): Promise<Sums> {
    await this.count();
    return this.dataSource.transaction('REPEATABLE READ', read);
  }

  /** Further pages do not count again: what was written since the first is not theirs. */
  async list(query: UsageTotalsQuery, page?: UsageTotalsPage): Promise<UsageTotal[]> {
    if (!page?.after) await this.count();
    return this.totals.list(this.dataSource, query, page);
  }

  async spendByKeyFamily(accountId: number): Promise<Map<number, KeyFamilySpend>> {
    await this.count();
    return this.totals.spendByKeyFamily(this.dataSource, accountId);
  }

  async requestsByKeyFamily(accountId: number, fromDay: string): Promise<Map<number, Map<string, number>>> {
    await this.count();
    return this.totals.requestsByKeyFamily(this.dataSource, accountId, fromDay);
  }

  async requestsByKeySince(accountId: number, since: Date): Promise<Map<number, KeyTraffic>> {
    await this.count();
    return this.totals.requestsByKeySince(this.dataSource, accountId, since);
  }
}
