import { formatUsd } from '@loupe/dto';
import { Problem } from '../../platform/problem';
import type { UsageRecord } from '../usage/usage-record';

export type Refusal = 'balance' | 'daily_cap' | 'monthly_cap' | 'suspended';

/** Why a second charge under an idempotency key is not made. Only a `repeat` gets the response again. */
export type RepeatVerdict = 'repeat' | 'used_up' | 'reused';

/** A refused charge. `balanceMicros` is the balance at that moment, and `requiredMicros` is the price. */
export interface RefusedCharge {
  readonly accepted: false;
  readonly reason: Refusal;
  readonly balanceMicros: bigint;
  readonly requiredMicros: bigint;
}

export interface RepeatedCharge {
  readonly accepted: false;
  readonly reason: RepeatVerdict;
  readonly balanceMicros: bigint;
  readonly firstRequestId: string;
}

/** The outcome of a charge. `balanceMicros` is the balance right after it. */
export type ChargeOutcome =
  | { readonly accepted: true; readonly balanceMicros: bigint }
  | RefusedCharge
  | RepeatedCharge;

export interface Payer {
  /** Read just before the charge is sent: why nothing must be charged, such as {@link CallerGone}. */
  readonly objection: Error | undefined;
  /** Receives the charge's times, which change until its outcome. */
  noteCharge?(times: ChargeTimes): void;
}

/** Times of a charge, in milliseconds on the monotonic clock. */
export interface ChargeTimes {
  readonly payer: Payer | undefined;
  readonly sinceMs: number;
  /** When the last batch with this charge was sent; undefined before that. `batchSize` is the size of that batch. */
  readonly sentAtMs: number | undefined;
  readonly batchSize: number;
}

export interface ChargeListener {
  onOutcome(accountId: number, outcome: ChargeOutcome): void;
  /** A charge failed, or no charge can be written from now on. */
  onError(error: unknown): void;
  onRecovery(): void;
  /** The callers of these charges are about to get an error before the outcome is known. */
  onInDoubt(records: readonly UsageRecord[]): void;
  onBatch?(batch: readonly ChargeTimes[]): void;
  /** A charge in doubt was committed and must be reversed. */
  onLateCommit(record: UsageRecord): void;
}

/** The problem for an account that cannot pay. {@link KeyCaps} creates the problem for a cap. */
export function refusedCharge({
  reason,
  requiredMicros,
  balanceMicros,
}: Pick<RefusedCharge, 'balanceMicros' | 'requiredMicros'> & { reason: 'balance' | 'suspended' }): Problem {
  if (reason === 'suspended') {
    return new Problem('account_suspended', 'The account of this API key is suspended. Contact support.');
  }
  return new Problem('insufficient_balance', 'Your balance is below the price of this request. Top up the account.', {
    members: { required_usd: formatUsd(requiredMicros), balance_usd: formatUsd(balanceMicros) },
  });
}

/** The caller left before its charge was sent. Nothing was charged. */
export class CallerGone extends Error {}

/** The problem for a charge that cannot be made now. */
export function chargeUnavailable(): Problem {
  const detail =
    'Too many charges are waiting, or the database is unavailable. You were not charged: send the request again.';
  return new Problem('service_unavailable', detail);
}

/** The problem for a charge that the database does not confirm in time. */
export function chargeInDoubt(): Problem {
  const detail =
    'The database did not confirm the charge of this request in time. If it was made, Loupe reverses it: send the request again.';
  return new Problem('service_unavailable', detail);
}
