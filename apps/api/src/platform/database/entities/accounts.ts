import { Column, Entity, PrimaryColumn } from 'typeorm';
import { id, micros } from './columns';

/** An account in the directory. Its balance is in the ledger. */
@Entity('account_profiles')
export class AccountProfile {
  @PrimaryColumn('bigint', { transformer: id, generated: true }) id!: number;
  @Column('text') kind!: 'customer' | 'revenue' | 'funding' | 'adjustments' | 'debts';
  @Column('text') name!: string;
  @Column('text') status!: 'active' | 'suspended' | 'erased';
  @Column('boolean', { default: false }) stoppedForDebt!: boolean;
  @Column('timestamptz', { nullable: true }) topUpAskedAt!: Date | null;
  @Column('bigint', { transformer: micros, nullable: true }) topUpAskedMicros!: bigint | null;
  @Column('text', { nullable: true }) topUpAskedNote!: string | null;
  @Column('bigint', { transformer: micros, nullable: true }) developerDailyCapMicros!: bigint | null;
}

/** An internal note of support about a customer. */
@Entity('customer_notes')
export class CustomerNote {
  @PrimaryColumn('bigint', { transformer: id, generated: true }) id!: number;
  @Column('bigint', { transformer: id }) accountId!: number;
  /** Email address of the author. */
  @Column('text') author!: string;
  @Column('text') text!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}

/** A row switches a channel off for one event of an account. */
@Entity('notification_switches')
export class NotificationSwitch {
  @PrimaryColumn('bigint', { transformer: id }) accountId!: number;
  @PrimaryColumn('text')
  event!:
    | 'balance.low'
    | 'key.cap_near'
    | 'key.cap_reached'
    | 'key.expiring'
    | 'monitor.paused'
    | 'rate.decided'
    | 'webhook.off';
  @PrimaryColumn('text') channel!: 'page' | 'mail';
}
