import type { UsageRecord } from '../usage/usage-record';
import type { Refusal, RepeatVerdict } from './charge-outcome';

/**
 * What the database says of one charge of a batch; `retry` asks for it to be sent once more, `locked` says that another
 * session holds the account. The balance is the one after the charge, or after what came before it when it is refused.
 */
export interface ChargeResult {
  readonly refusal: Refusal | RepeatVerdict | 'retry' | 'locked' | null;
  readonly balanceMicros: bigint;
  /** The request that was charged before under the same idempotency key. */
  readonly firstRequestId?: string | undefined;
}

/**
 * Finds the refusals of a batch that are not final. What counts towards a cap is added up before the balance decides: behind a
 * request that the balance refuses, a cap may refuse what it would have let through. Every batch with a refusal by the balance has a
 * final one, so asking again comes to an end.
 */
export function resolveBatch(
  records: readonly Pick<UsageRecord, 'accountId'>[],
  results: readonly ChargeResult[],
): readonly ChargeResult[] {
  const short = new Set<number>();
  return results.map((result, index) => {
    const { accountId } = records[index]!;
    if (result.refusal === 'balance') short.add(accountId);
    const isByCap = result.refusal === 'daily_cap' || result.refusal === 'monthly_cap';
    return isByCap && short.has(accountId) ? { ...result, refusal: 'retry' } : result;
  });
}
