import { Column, Entity, PrimaryColumn } from 'typeorm';
import { id, micros } from './columns';

@Entity('webhooks')
export class Webhook {
  @PrimaryColumn('bigint', { transformer: id }) accountId!: number;
  @Column('text') url!: string;
  @Column('text') encryptedSecret!: string;
}

/** Pending while `nextAttemptAt` is set; leased while a process sends it. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryColumn('bigint', { transformer: id }) id!: number;
  @Column('bigint', { transformer: id }) accountId!: number;
  @Column('text') event!: string;
  @Column('bigint', { transformer: micros }) balanceMicros!: bigint;
  @Column('bigint', { transformer: micros, nullable: true }) thresholdMicros!: bigint | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('integer') attempts!: number;
  @Column('timestamptz', { nullable: true }) nextAttemptAt!: Date | null;
  @Column('timestamptz', { nullable: true }) deliveredAt!: Date | null;
  @Column('text', { nullable: true }) lastError!: string | null;
  @Column('timestamptz', { nullable: true }) leasedUntil!: Date | null;
  /** Further facts of the event; null for a low balance and for a test. */
  @Column('jsonb', { nullable: true }) detail!: object | null;
}
