import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { id } from './columns';

@Entity('users')
export class UserRow {
  @PrimaryColumn('bigint', { transformer: id, generated: true }) id!: number;
  @Column('text', { nullable: true }) email!: string | null;
  /** The email address that an owner has invited, until the invitation is accepted. */
  @Column('text', { nullable: true }) invitedEmail!: string | null;
  @Column('text') role!: 'owner' | 'developer' | 'viewer' | 'support' | 'support_viewer';
  @Column('bigint', { transformer: id, nullable: true }) accountId!: number | null;
  @Column('text', { nullable: true }) passwordHash!: string | null;
  @Column('timestamptz', { nullable: true }) disabledAt!: Date | null;
  @OneToOne(
    () => SecondFactor,
    ({ user }) => user,
  )
  secondFactor!: SecondFactor | null;
}

@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('bigint', { transformer: id }) userId!: number;
  @OneToOne(
    () => UserRow,
    ({ secondFactor }) => secondFactor,
  )
  @JoinColumn({ name: 'user_id' })
  user!: UserRow;
  @Column('text') encryptedSecret!: string;
  /** Null until a first code has been confirmed. */
  @Column('timestamptz', { nullable: true }) enabledAt!: Date | null;
  @Column('bigint', { transformer: id }) lastStep!: number;
}

@Entity('sessions')
export class SessionRow {
  @PrimaryColumn('bigint', { transformer: id }) id!: number;
  @Column('bytea') tokenHash!: Buffer;
  @Column('bigint', { transformer: id }) userId!: number;
  @Column('timestamptz') lastSeenAt!: Date;
  @Column('timestamptz') passwordCheckedAt!: Date;
  @Column('text') address!: string;
  @Column('text') userAgent!: string;
  @Column('text') openedBy!: 'password' | 'provider' | 'passkey' | 'link';
  @Column('boolean') isMultiFactor!: boolean;
}
