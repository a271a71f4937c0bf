import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Resolvers, withResolvers, withTimeout } from '../../platform/promises';
import { type Funding, LedgerRepository } from './ledger.repository';

/** A read may have to wait for the one in progress. */
const deadlineMs = 3_000;

/** Reads balances in batches. A read that started earlier is never shared, so an acknowledged top-up is seen. */
@Injectable()
export class LiveBalances {
  private asked: Map<number, Resolvers<Funding>> = new Map();
  private working = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerRepository,
  ) {}

  read(accountId: number): Promise<Funding> {
    let question = this.asked.get(accountId);
    if (!question) {
      question = withResolvers<Funding>();
      this.asked.set(accountId, question);
      if (!this.working) void this.work();
    }
    return withTimeout(question.promise, deadlineMs);
  }

  private async work(): Promise<void> {
    this.working = true;
    while (this.asked.size > 0) {
      const asked = this.asked;
      this.asked = new Map();
      await this.answer(asked);
    }
    this.working = false;
  }

  private async answer(asked: ReadonlyMap<number, Resolvers<Funding>>): Promise<void> {
    try {
      const balances = await this.ledger.balances(this.dataSource, [...asked.keys()]);
      for (const [accountId, question] of asked) {
        const funding = balances.get(accountId);
        if (funding) question.resolve(funding);
        else question.reject(new Error(`there is no account ${accountId}`));
      }
    } catch (error) {
      for (const question of asked.values()) question.reject(error);
    }
  }
}
