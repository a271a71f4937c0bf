import { Injectable } from '@nestjs/common';
import { Between, LessThan } from 'typeorm';
import type { Db, EntityDb } from '../database/db';
import { type Actor, AuditEntry } from '../database/entities/audit-log';

export type { Actor, AuditEntry };

export interface AuditRecord extends Pick<AuditEntry, 'actor' | 'action' | 'accountId' | 'targetType' | 'targetId'> {
  /** Further details for readers of the log. Must not contain secrets. */
  readonly detail?: Record<string, unknown>;
}

/** Records an action in the transaction that performs it, so that neither exists without the other. */
export async function recordAudit(db: EntityDb, { detail = {}, ...record }: AuditRecord): Promise<void> {
  await db.getRepository(AuditEntry).insert({ ...record, detail: detail as Record<string, object> });
}

export interface AuditFilter {
  readonly accountId?: number | undefined;
  readonly userId?: number | undefined;
  readonly action?: string | undefined;
  /** Only entries with a smaller id: pass the last id of the previous page. */
  readonly beforeId?: number | undefined;
}

/**
 * Whether an audit entry of an account is by one of its members or tokens, or is a failed sign-in as a member. Checks that the
 * actor is not a support user, because `users` does not contain members who have left.
 */
export const isByMember = `(action = 'user.sign_in_failed' OR actor_token_id IS NOT NULL
  OR actor_user_id IS NOT NULL AND actor_user_id NOT IN (SELECT id FROM users WHERE account_id IS NULL))`;

/** An account's entries as its members see them: without names and addresses of support, and without its internal notes. */
export const entriesOfAccount = `SELECT id, at, jsonb_build_object(
      'user_id', CASE WHEN ${isByMember} THEN actor_user_id::text END,
      'token_id', actor_token_id::text,
      'label', CASE WHEN ${isByMember} OR actor_user_id IS NULL THEN actor_label ELSE 'support' END,
      'address', CASE WHEN ${isByMember} THEN address END) AS actor,
    action, account_id, target_type, target_id, CASE WHEN ${isByMember} THEN detail ELSE detail - '{note,asked_by}'::text[] END AS detail
    FROM audit_log WHERE account_id = $1 AND target_type <> 'note'`;

/** A row of {@link entriesOfAccount}. */
export interface AccountEntry extends Pick<AuditEntry, 'at' | 'action' | 'detail'> {
  readonly id: string;
  readonly actor: Readonly<Record<'user_id' | 'token_id' | 'address', string | null> & { label: string }>;
  readonly account_id: string;
  readonly target_type: string;
  readonly target_id: string;
}

@Injectable()
export class AuditLogRepository {
  /** Newest first. */
  list(db: EntityDb, { beforeId, ...filter }: AuditFilter, limit: number): Promise<AuditEntry[]> {
    const where = { ...whereOf(filter), ...(beforeId !== undefined && { id: LessThan(beforeId) }) };
    return db.getRepository(AuditEntry).find({ where, order: { id: 'DESC' }, take: limit });
  }

  /** Oldest first, and only up to the first entry of an open transaction: reading on from the last entry skips none. */
  async follow(db: EntityDb, filter: AuditFilter, afterId: number, limit: number): Promise<AuditEntry[]> {
    const where = { ...whereOf(filter), id: Between(afterId + 1, await this.feedEnd(db)) };
    return db.getRepository(AuditEntry).find({ where, order: { id: 'ASC' }, take: limit });
  }

  /** Like {@link follow}, as the members of the account see the entries. */
  async followAccount(db: Db, accountId: number, afterId: number, limit: number): Promise<AccountEntry[]> {
    const values = [accountId, afterId, await this.feedEnd(db), limit];
    return db.query(`${entriesOfAccount} AND id > $2 AND id <= $3 ORDER BY id LIMIT $4`, values);
  }

  /** What a token did, newest first. */
  actionsOfToken(
    db: Db,
    accountId: number,
    tokenId: number,
    beforeId: number | undefined,
    limit: number,
  ): Promise<AccountEntry[]> {
    const values = [accountId, tokenId, beforeId, limit];
    return db.query(
      `${entriesOfAccount} AND actor_token_id = $2 AND ($3::bigint IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
      values,
    );
  }

  /** In a statement of its own: the snapshot of the next one has all entries up to it. */
  private async feedEnd(db: Db): Promise<number> {
    const [{ id }] = await db.query('SELECT audit_feed_end()::float8 AS id');
    return id;
  }

  /** Anyone can cause failed sign-ins, so they and other wrong passwords are deleted. The database refuses to delete any other row. */
  async deleteOldFailedProofs(db: Db): Promise<void> {
    await db.query(
      `DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log
         WHERE action IN ('user.sign_in_failed', 'user.proof_failed') AND at < now() - interval '91 days' ORDER BY at LIMIT 10000)`,
    );
  }
}

function whereOf({ accountId, userId, action }: Omit<AuditFilter, 'beforeId'>) {
  return {
    ...(accountId !== undefined && { accountId }),
    ...(userId !== undefined && { actor: { userId } }),
    ...(action !== undefined && { action }),
  };
}
