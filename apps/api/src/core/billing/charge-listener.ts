import type { UsageRecord } from '../usage/usage-record';
import type { ChargeOutcome } from './charge-writer';

/** Who wants to know what the queue sees. */
export interface ChargeListener {
  onOutcome(accountId: number, outcome: ChargeOutcome): void;
  /** A row failed, or nothing can be charged from now on; the queue deals with it, this is for the log. */
  onFault(error: unknown): void;
  /** Charges can be made again. */
  onRecovery(): void;
  /** Their callers have been told that nothing is charged, before the database said so. */
  onDoubt(records: readonly UsageRecord[]): void;
  /** It was charged after all, and is to be taken back. */
  onChargedInVain(record: UsageRecord): void;
}
