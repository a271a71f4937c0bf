import { formatUsd } from '@loupe/dto';
import { Problem } from '../../platform/http/problem';
import type { UsageRecord } from '../usage/usage-record';

export type Refusal = 'balance' | 'daily_cap' | 'monthly_cap' | 'suspended';

/** What stands against a second charge under an idempotency key. Only a `repeat` may have the answer all the same. */
export type RepeatVerdict = 'repeat' | 'used_up' | 'reused';

/** A charge that was refused. `balanceMicros` is the balance at that moment, `requiredMicros` the price. */
export interface RefusedCharge {
  readonly accepted: false;
  readonly reason: Refusal;
  readonly balanceMicros: bigint;
  readonly requiredMicros: bigint;
}

/** A charge that was not made because one was made before under the same idempotency key. */
export interface RepeatedCharge {
  readonly accepted: false;
  readonly reason: RepeatVerdict;
  readonly balanceMicros: bigint;
  readonly firstRequestId: string;
}

/** What became of one charge; `balanceMicros` is the account's balance right after it. */
export type ChargeOutcome =
  | { readonly accepted: true; readonly balanceMicros: bigint }
  | RefusedCharge
  | RepeatedCharge;

/** The request that a charge is for. */
export interface Payer {
  /** Asked just before the charge is sent: a caller that hung up is not charged. */
  readonly isGone: boolean;
  /** Set as soon as its charge waits. */
  charge?: ChargeTimes | undefined;
}

/** Times of a charge on the monotonic clock, for the log, metrics and traces. */
export interface ChargeTimes {
  readonly payer: Payer | undefined;
  readonly sinceMs: number;
  /** When the latest batch with it was sent, and how many charges that had; undefined before the first. */
  readonly sentAtMs: number | undefined;
  readonly batchSize: number;
}

export interface ChargeListener {
  onOutcome(accountId: number, outcome: ChargeOutcome): void;
  /** For the log: a charge failed, or none can be written from now on. */
  onFault(error: unknown): void;
  onRecovery(): void;
  /** The callers of these charges are about to get an error before the outcome is known. Called before it is sent. */
  onInDoubt(records: readonly UsageRecord[]): void;
  /** The batch was written, or failed and is sent again. */
  onBatch?(batch: readonly ChargeTimes[]): void;
  /** A charge in doubt was committed: it must be reversed. */
  onLateCommit(record: UsageRecord): void;
}

/** The error of callers whose account cannot pay. {@link KeyCaps} makes those of caps. */
export function refusedCharge({
  reason,
  requiredMicros,
  balanceMicros,
}: Pick<RefusedCharge, 'balanceMicros' | 'requiredMicros'> & { reason: 'balance' | 'suspended' }): Problem {
  if (reason === 'suspended') {
    return new Problem('account_suspended', 'The account that this key belongs to is suspended. Contact support.');
  }
  return new Problem('insufficient_balance', 'The balance of the account is below the price of this request.', {
    members: { required_usd: formatUsd(requiredMicros), balance_usd: formatUsd(balanceMicros) },
  });
}

/** The caller hung up before its charge was sent: it was dropped, and nothing was charged. */
export class CallerGone extends Error {}

/** The error of callers whose charge cannot be made now. */
export function chargeUnavailable(): Problem {
  const detail = 'Too much is waiting to be charged, or the database is out of reach. Nothing was charged.';
  return new Problem('service_unavailable', detail);
}

/** The error of callers whose charge the database does not confirm in time. */
export function chargeInDoubt(): Problem {
  const detail = 'The database does not confirm the charge of this request. If it is made after all, it is reversed.';
  return new Problem('service_unavailable', detail);
}
