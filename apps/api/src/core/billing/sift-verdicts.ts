import type { UsageRecord } from '../usage/usage-record';
import type { Refusal } from './refused-charge';

/**
 * The word on one charge of a batch; `again` asks for it to be sent once more, `locked` says that somebody else holds the
 * account. The balance is the one after the charge; of a refused one the database gives the balance before the batch, and
 * `siftVerdicts` what the batch has left.
 */
export interface Verdict {
  readonly refusal: Refusal | 'again' | 'locked' | null;
  readonly balanceMicros: bigint;
}

/**
 * Sifts the refusals of a batch. The database adds up what is asked for in order of arrival, refused requests too: behind a
 * refused one, a cheaper one may be refused that could be paid for. Such a refusal is not final. The first refusal of an
 * account is always final, so asking again comes to an end.
 */
export function siftVerdicts(
  records: readonly Pick<UsageRecord, 'accountId' | 'priceMicros'>[],
  verdicts: readonly Verdict[],
): readonly Verdict[] {
  if (verdicts.every((verdict) => verdict.refusal === null)) return verdicts;
  const left = new Map<number, bigint>();
  const short = new Set<number>();
  for (const [index, { refusal, balanceMicros }] of verdicts.entries()) {
    const { accountId } = records[index]!;
    if (refusal === null || !left.has(accountId)) left.set(accountId, balanceMicros);
    if (refusal === 'balance') short.add(accountId);
  }
  return verdicts.map((verdict, index) => {
    const { accountId, priceMicros } = records[index]!;
    if (verdict.refusal === null) return verdict;
    const balanceMicros = left.get(accountId)!;
    const wasShadowed =
      verdict.refusal === 'balance'
        ? priceMicros <= balanceMicros
        : verdict.refusal !== 'suspended' && short.has(accountId);
    return { refusal: wasShadowed ? 'again' : verdict.refusal, balanceMicros };
  });
}
