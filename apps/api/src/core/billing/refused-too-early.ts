import type { UsageRecord } from '../usage/usage-record';
import type { ChargeResult } from './charges.repository';

/**
 * `charge_batch.sql` decides the caps of a batch before its balances, so it counts towards a cap even a charge that the balance
 * then refuses. A charge behind it may be refused by that cap although there is room: such refusals become `retry`, and are
 * sent again in the next batch. This ends, because the refusal by the balance is final, so each batch settles a charge.
 */
export function resolveRefusals(
  records: readonly Pick<UsageRecord, 'accountId'>[],
  results: readonly ChargeResult[],
): ChargeResult[] {
  const shortAccounts = new Set<number>();
  return results.map((result, index) => {
    const { accountId } = records[index]!;
    if (result.refusal === 'balance') shortAccounts.add(accountId);
    const isByCap = result.refusal === 'daily_cap' || result.refusal === 'monthly_cap';
    return isByCap && shortAccounts.has(accountId) ? { ...result, refusal: 'retry' } : result;
  });
}
