import { inTime, type Resolvers, withResolvers } from '../../platform/jobs/promises';
import type { BalancesRepository, Standing } from './balances.repository';

/** A question may have to wait for the read that is under way before its own. */
const deadlineMs = 3_000;

/**
 * Reads the present standing of accounts, many in one statement: one read is under way, whoever asks meanwhile shares the
 * next. A read that began before the question never answers it, so a top-up that was acknowledged is always seen.
 */
export class LiveBalances {
  private asked: Map<number, Resolvers<Standing>> = new Map();
  private working = false;

  constructor(private readonly balances: Pick<BalancesRepository, 'read'>) {}

  read(accountId: number): Promise<Standing> {
    let question = this.asked.get(accountId);
    if (!question) {
      question = withResolvers<Standing>();
      this.asked.set(accountId, question);
      if (!this.working) void this.work();
    }
    return inTime(question.promise, deadlineMs);
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

  private async answer(asked: ReadonlyMap<number, Resolvers<Standing>>): Promise<void> {
    try {
      const standings = await this.balances.read([...asked.keys()]);
      for (const [accountId, question] of asked) {
        const standing = standings.get(accountId);
        if (standing) question.resolve(standing);
        else question.reject(new Error(`there is no account ${accountId}`));
      }
    } catch (error) {
      for (const question of asked.values()) question.reject(error);
    }
  }
}
