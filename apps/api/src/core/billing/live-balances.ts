import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Resolvers, withResolvers, withTimeout } from '../../platform/promises';
import { type Funding, LedgerRepository } from './ledger.repository';

/** A read may have to wait for the batch in progress. */
const deadlineMs = 3_000;

/** Reads balances in batches. A call never joins a batch that has started, so it sees every acknowledged top-up. */
@Injectable()
export class LiveBalances {
  private waiting: Map<number, Resolvers<Funding>> = new Map();
  private working = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerRepository,
  ) {}

  read(accountId: number): Promise<Funding> {
    let read = this.waiting.get(accountId);
    if (!read) {
      read = withResolvers<Funding>();
      this.waiting.set(accountId, read);
      if (!this.working) void this.work();
    }
    return withTimeout(read.promise, deadlineMs);
  }

  private async work(): Promise<void> {
    this.working = true;
    while (this.waiting.size > 0) {
      const batch = this.waiting;
      this.waiting = new Map();
      await this.readBatch(batch);
    }
    this.working = false;
  }

  private async readBatch(batch: ReadonlyMap<number, Resolvers<Funding>>): Promise<void> {
    try {
      const balances = await this.ledger.balances(this.dataSource, [...batch.keys()]);
      for (const [accountId, read] of batch) {
        const funding = balances.get(accountId);
        if (funding) read.resolve(funding);
        else read.reject(new Error(`there is no account ${accountId}`));
      }
    } catch (error) {
      for (const read of batch.values()) read.reject(error);
    }
  }
}
