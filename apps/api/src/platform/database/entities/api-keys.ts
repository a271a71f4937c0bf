import { Column, Entity, PrimaryColumn } from 'typeorm';
import { id } from './columns';

@Entity('api_keys')
export class ApiKeyRow {
  @PrimaryColumn('bigint', { transformer: id, generated: true }) id!: number;
  @Column('bigint', { transformer: id }) accountId!: number;
  @Column('bigint', { transformer: id }) keyFamilyId!: number;
  @Column('bytea') hash!: Buffer;
  @Column('text') prefix!: string;
  @Column('text') name!: string;
  @Column('integer', { nullable: true }) ratePerSecond!: number | null;
  @Column('text', { array: true, nullable: true }) allowedIps!: readonly string[] | null;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
  @Column('boolean') builtIn!: boolean;
}

/** A customer's request to raise a key's rate limit, with its outcome. It covers the whole key family. */
@Entity('rate_requests')
export class RateRequest {
  @PrimaryColumn('bigint', { transformer: id }) id!: number;
  @Column('bigint', { transformer: id }) accountId!: number;
  @Column('bigint', { transformer: id }) keyId!: number;
  @Column('bigint', { transformer: id }) keyFamilyId!: number;
  @Column('integer') requestsPerSecond!: number;
  @Column('text') reason!: string;
  @Column('text') state!: 'open' | 'granted' | 'declined';
  @Column('integer', { nullable: true }) grantedPerSecond!: number | null;
  @Column('text', { nullable: true }) note!: string | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz', { nullable: true }) decidedAt!: Date | null;
}
