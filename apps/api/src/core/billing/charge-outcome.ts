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

/** Whom a charge is for. */
export interface Payer {
  /** Asked just before the charge is sent: a caller that hung up is not charged. */
  readonly isGone: boolean;
  /** Set as soon as its charge waits. */
  charge?: ChargeTimes | undefined;
}

/** How a charge fares, on the monotonic clock: for the log, metrics and traces. */
export interface ChargeTimes {
  readonly payer: Payer | undefined;
  readonly sinceMs: number;
  /** When the latest batch with it was sent, and how many charges that had; undefined before the first. */
  readonly sentAtMs: number | undefined;
  readonly batchSize: number;
}

export interface ChargeListener {
  onOutcome(accountId: number, outcome: ChargeOutcome): void;
  /** A row failed, or nothing can be charged from now on; the queue deals with it, this is for the log. */
  onFault(error: unknown): void;
  onRecovery(): void;
  /** Their callers have been told that nothing is charged, before the database said so. */
  onDoubt(records: readonly UsageRecord[]): void;
  /** What was sent together is settled, or is to be sent again. */
  onBatch?(batch: readonly ChargeTimes[]): void;
  /** It was charged after all, and is to be taken back. */
  onChargedInVain(record: UsageRecord): void;
}

/** The error that a caller gets whose account cannot pay: what was needed and what there is. Of caps, {@link KeyCaps} knows more. */
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
export function chargeDoubtful(): Problem {
  const detail = 'The database does not confirm the charge of this request. If it is made after all, it is reversed.';
  return new Problem('service_unavailable', detail);
}
