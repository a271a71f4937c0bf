import { Column, Entity, PrimaryColumn } from 'typeorm';
import { id, micros } from './columns';

/** What the directory holds of an account. Its balance is in the ledger. */
@Entity('account_profiles')
export class AccountProfile {
  @PrimaryColumn('bigint', { transformer: id, generated: true }) id!: number;
  @Column('text') kind!: 'customer' | 'revenue' | 'funding' | 'adjustments';
  @Column('text') name!: string;
  @Column('text') status!: 'active' | 'suspended' | 'erased';
  @Column('timestamptz', { nullable: true }) topUpAskedAt!: Date | null;
  @Column('bigint', { transformer: micros, nullable: true }) topUpAskedMicros!: bigint | null;
  @Column('text', { nullable: true }) topUpAskedNote!: string | null;
  @Column('bigint', { transformer: micros, nullable: true }) developerDailyCapMicros!: bigint | null;
}
