import type { UsageRecord } from '../usage/usage-record';
import type { Refusal, RepeatVerdict } from './charge-outcome';

/**
 * What the database says of one charge of a batch; `retry` asks for it to be sent once more, `locked` says that another
 * session holds the account. The balance is the one after the charge; of a refused one the database gives the balance before
 * the batch, and `resolveBatch` what the batch has left.
 */
export interface ChargeResult {
  readonly refusal: Refusal | RepeatVerdict | 'retry' | 'locked' | null;
  readonly balanceMicros: bigint;
  /** The request that was charged before under the same idempotency key. */
  readonly firstRequestId?: string | undefined;
}

/**
 * Finds the refusals of a batch that are not final. The database adds up what is asked for in order of arrival, refused
 * requests too: behind a refused one, a cheaper one may be refused that could be paid for. Such a refusal is not final. The
 * first refusal of an account is always final, so asking again comes to an end.
 */
export function resolveBatch(
  records: readonly Pick<UsageRecord, 'accountId' | 'priceMicros'>[],
  results: readonly ChargeResult[],
): readonly ChargeResult[] {
  if (results.every((result) => result.refusal === null)) return results;
  const left = new Map<number, bigint>();
  const short = new Set<number>();
  for (const [index, { refusal, balanceMicros, firstRequestId }] of results.entries()) {
    if (firstRequestId !== undefined) continue;
    const { accountId } = records[index]!;
    if (refusal === null || !left.has(accountId)) left.set(accountId, balanceMicros);
    if (refusal === 'balance') short.add(accountId);
  }
  return results.map((result, index) => {
    const { accountId, priceMicros } = records[index]!;
    if (result.refusal === null) return result;
    const balanceMicros = left.get(accountId) ?? result.balanceMicros;
    if (result.firstRequestId !== undefined) return { ...result, balanceMicros };
    const wasShadowed =
      result.refusal === 'balance'
        ? priceMicros <= balanceMicros
        : result.refusal !== 'suspended' && short.has(accountId);
    return { refusal: wasShadowed ? 'retry' : result.refusal, balanceMicros };
  });
}
