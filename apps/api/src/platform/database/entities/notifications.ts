import { Entity, PrimaryColumn } from 'typeorm';
import { id } from './columns';

/** A row switches a channel off. */
@Entity('notification_switches')
export class NotificationSwitch {
  @PrimaryColumn('bigint', { transformer: id }) accountId!: number;
  @PrimaryColumn('text') event!: 'balance.low' | 'key.cap_near' | 'key.cap_reached' | 'key.expiring' | 'rate.decided';
  @PrimaryColumn('text') channel!: 'page' | 'mail' | 'webhook';
}
