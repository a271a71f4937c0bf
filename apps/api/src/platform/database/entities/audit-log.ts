import { Column, Entity, PrimaryColumn } from 'typeorm';
import { id } from './columns';

/** Who performs an action. The operator's commands, Loupe itself, tokens and failed sign-ins have no user. */
export class Actor {
  @Column('bigint', { name: 'actor_user_id', transformer: id, nullable: true }) readonly userId!: number | null;
  /** The management token of a program, which has no user. */
  @Column('bigint', { name: 'actor_token_id', transformer: id, nullable: true }) readonly tokenId?: number | null;
  /** How the log names the actor, such as an email address. */
  @Column('text', { name: 'actor_label' }) readonly label!: string;
  /** Network address; null for the operator's commands and Loupe itself. */
  @Column('text', { nullable: true }) readonly address!: string | null;
}

@Entity('audit_log')
export class AuditEntry {
  @PrimaryColumn('bigint', { transformer: id }) id!: number;
  @Column('timestamptz') at!: Date;
  @Column(() => Actor) actor!: Actor;
  /** Such as `account.top_up`. */
  @Column('text') action!: string;
  @Column('bigint', { transformer: id, nullable: true }) accountId!: number | null;
  @Column('text') targetType!: string;
  @Column('text') targetId!: string;
  /** Further details for readers of the log. Must not contain secrets. */
  @Column('jsonb') detail!: Record<string, unknown>;
}
