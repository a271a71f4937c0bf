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

/** Totals per hour and day. They include every row that was committed before the read, or before the first page. */
@Injectable()
export class UsageTotals {
  private counting: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly totals: UsageTotalsRepository,
  ) {}

  /**
   * Adds new rows to the totals. Once the promise resolves, the totals include every row that was committed before the
   * call. All calls during a count share the next count, so they need only one connection.
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

  /** Like {@link count}, with a long statement timeout in case there are many new rows. */
  catchUp(): Promise<void> {
    return withLongStatements(this.dataSource, (db) => db.manager.transaction(countUsage));
  }

  /** Reads several sums in one snapshot, so that they are consistent. */
  async inSnapshot<Sums>(read: (db: Db) => Promise<Sums>): Promise<Sums> {
    await this.count();
    return this.dataSource.transaction('REPEATABLE READ', read);
  }

  /** Counts new rows before the first page only. */
  async list(query: UsageTotalsQuery, page?: UsageTotalsPage): Promise<UsageTotal[]> {
    if (!page?.after) await this.count();
    return this.totals.list(this.dataSource, query, page);
  }

  async spendByKeyFamily(accountId: number, families: readonly number[]): Promise<Map<number, KeyFamilySpend>> {
    await this.count();
    return this.totals.spendByKeyFamily(this.dataSource, accountId, families);
  }

  async requestsByKeyFamily(
    accountId: number,
    fromDay: string,
    families: readonly number[],
  ): Promise<Map<number, Map<string, number>>> {
    await this.count();
    return this.totals.requestsByKeyFamily(this.dataSource, accountId, fromDay, families);
  }

  async requestsByKeySince(
    accountId: number,
    since: Date,
    keyIds: readonly number[],
  ): Promise<Map<number, KeyTraffic>> {
    await this.count();
    return this.totals.requestsByKeySince(this.dataSource, accountId, since, keyIds);
  }
}
