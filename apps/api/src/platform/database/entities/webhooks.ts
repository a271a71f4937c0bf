import { Column, Entity, PrimaryColumn } from 'typeorm';
import { id } from './columns';

@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @PrimaryColumn('bigint', { transformer: id, generated: true }) id!: number;
  @Column('bigint', { transformer: id }) accountId!: number;
  @Column('text') url!: string;
  /** The types that it receives. */
  @Column('text', { array: true }) events!: string[];
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;
  @Column('timestamptz', { nullable: true }) offSince!: Date | null;
  /** `failing`: Loupe switched it off. `member`: a member of the account did. */
  @Column('text', { nullable: true }) offReason!: 'failing' | 'member' | null;
  @Column('boolean') hasOldSecret!: boolean;
}

/** Pending while `nextAttemptAt` is set; leased while a process sends it. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryColumn('bigint', { transformer: id, generated: true }) id!: number;
  @Column('bigint', { transformer: id }) accountId!: number;
  @Column('bigint', { transformer: id }) endpointId!: number;
  /** The `webhook-id`, the same for all attempts, for all endpoints, and when the delivery is sent again. */
  @Column('text') messageId!: string;
  @Column('text') type!: string;
  @Column('text') body!: string;
  /** A member asked for it. It is attempted once. */
  @Column('boolean') isManual!: boolean;
  @Column('timestamptz') createdAt!: Date;
  @Column('integer') attempts!: number;
  @Column('timestamptz', { nullable: true }) nextAttemptAt!: Date | null;
  @Column('timestamptz', { nullable: true }) deliveredAt!: Date | null;
  @Column('text', { nullable: true }) lastError!: string | null;
  @Column('timestamptz', { nullable: true }) leasedUntil!: Date | null;
  @Column('smallint', { nullable: true }) responseStatus!: number | null;
  @Column('text', { nullable: true }) responseBody!: string | null;
}
