import { clock } from '../../platform/clock';
import type { UsageRecord } from '../usage/usage-record';
import { CallerGone, type ChargeOutcome, type ChargeTimes, chargeDoubtful, type Payer } from './charge-outcome';

export class WaitingCharge implements ChargeTimes {
  readonly sinceMs = clock.nowMs();
  sentAtMs: number | undefined;
  batchSize = 0;
  /** `doubtful`: sent, and its caller has been let go meanwhile; what is charged of it is taken back. */
  state: 'waiting' | 'sent' | 'doubtful' | 'settled' = 'waiting';

  constructor(
    readonly record: UsageRecord,
    readonly payer: Payer | undefined,
    private readonly resolve: (outcome: ChargeOutcome) => void,
    private readonly reject: (error: Error) => void,
  ) {
    if (payer) payer.charge = this;
  }

  /** Its outcome is to be found out. */
  get isOpen(): boolean {
    return this.state === 'sent' || this.state === 'doubtful';
  }

  /** Whether its caller still waits; a caller who has hung up is not charged. */
  isWanted(): boolean {
    if (!this.payer?.isGone) return true;
    this.refuse(new CallerGone());
    return false;
  }

  send(atMs: number, batchSize: number): void {
    this.state = 'sent';
    this.sentAtMs = atMs;
    this.batchSize = batchSize;
  }

  settle(outcome: ChargeOutcome): void {
    this.state = 'settled';
    this.resolve(outcome);
  }

  refuse(error: Error): void {
    this.state = 'settled';
    this.reject(error);
  }

  letGo(): void {
    this.state = 'doubtful';
    this.reject(chargeDoubtful());
  }
}
