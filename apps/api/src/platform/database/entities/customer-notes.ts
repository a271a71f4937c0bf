import { Column, Entity, PrimaryColumn } from 'typeorm';
import { id } from './columns';

/** What support writes about a customer for itself. */
@Entity('customer_notes')
export class CustomerNote {
  @PrimaryColumn('bigint', { transformer: id, generated: true }) id!: number;
  @Column('bigint', { transformer: id }) accountId!: number;
  /** Email address of the author. */
  @Column('text') author!: string;
  @Column('text') text!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
