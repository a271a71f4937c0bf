import { Injectable } from '@nestjs/common';
import type { Db, EntityDb } from '../database/db';
import { type Actor, AuditEntry as AuditRow } from '../database/entities/audit-log';

export type { Actor };

/** The actor of what Loupe does by itself. */
export const loupe: Actor = { userId: null, label: 'loupe', address: null };

export interface AuditRecord extends Pick<AuditRow, 'actor' | 'action' | 'accountId' | 'targetType' | 'targetId'> {
  /** Further details for readers of the log. Must not contain secrets. */
  readonly detail?: Record<string, unknown>;
}

/** Records an action in the transaction that performs it, so that neither exists without the other. */
export async function recordAudit(db: EntityDb, { detail = {}, ...record }: AuditRecord): Promise<void> {
  await db.getRepository(AuditRow).insert({ ...record, detail: detail as Record<string, object> });
}

/** Filters that are not given show all entries. */
export interface AuditFilter {
  readonly accountId?: number | undefined;
  readonly userId?: number | undefined;
  readonly tokenId?: number | undefined;
  readonly action?: string | undefined;
  /** ISO 8601; `to` is excluded. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** `members`: as {@link entriesOfAccount} shows them; `accountId` is then required. */
  readonly seenBy?: 'members' | 'staff';
  /** `oldest`: only up to the first entry of an open transaction, so that reading on from the last entry skips none. */
  readonly order?: 'newest' | 'oldest' | undefined;
  /** The id of the last entry of the previous page. */
  readonly after?: string | undefined;
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

const entriesOfAll = `SELECT id, at, jsonb_build_object('user_id', actor_user_id::text, 'token_id', actor_token_id::text,
      'label', actor_label, 'address', address) AS actor,
    action, account_id, target_type, target_id, detail
    FROM audit_log WHERE ($1::bigint IS NULL OR account_id = $1)`;

/** An entry of the log. Ids are text. */
export interface AuditEntry extends Pick<AuditRow, 'at' | 'action' | 'detail'> {
  readonly id: string;
  readonly actor: Readonly<Record<'user_id' | 'token_id' | 'address', string | null> & { label: string }>;
  readonly account_id: string | null;
  readonly target_type: string;
  readonly target_id: string;
}

@Injectable()
export class AuditLogRepository {
  /** Newest first by default. */
  async list(db: Db, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
    const { accountId, userId, tokenId, action, from, to, seenBy, order, after } = filter;
    const isOldestFirst = order === 'oldest';
    return db.query(
      `${seenBy === 'members' ? entriesOfAccount : entriesOfAll}
         AND ($2::bigint IS NULL OR actor_user_id = $2) AND ($3::bigint IS NULL OR actor_token_id = $3)
         AND ($4::text IS NULL OR action = $4) AND ($5::bigint IS NULL OR id ${isOldestFirst ? '>' : '<'} $5)
         AND ($6::bigint IS NULL OR id <= $6) AND ($8::timestamptz IS NULL OR at >= $8) AND ($9::timestamptz IS NULL OR at < $9)
       ORDER BY id ${isOldestFirst ? 'ASC' : 'DESC'} LIMIT $7`,
      [accountId, userId, tokenId, action, after, isOldestFirst ? await this.feedEnd(db) : null, limit, from, to],
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
