import { Injectable } from '@nestjs/common';
import { Conditions } from '../database/conditions';
import type { Db } from '../database/data-source';

/** Who acts. The operator's own commands have no user. */
export interface Actor {
  readonly userId: number | null;
  /** How the log names the actor, such as an e-mail address. */
  readonly label: string;
  /** Network address; null for the operator's own commands. */
  readonly address: string | null;
}

export interface AuditRecord {
  readonly actor: Actor;
  /** Such as `account.top_up`. */
  readonly action: string;
  readonly accountId: number | null;
  readonly targetType: string;
  readonly targetId: string;
  /** What else a later reader needs; no secrets. */
  readonly detail?: Record<string, unknown>;
}

/** Logs an action in the transaction that does it: neither is there without the other. */
export async function recordAudit(db: Db, record: AuditRecord): Promise<void> {
  const { actor, action, accountId, targetType, targetId, detail = {} } = record;
  await db.query(
    `INSERT INTO audit_log (actor_user_id, actor_label, address, action, account_id, target_type, target_id, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [actor.userId, actor.label, actor.address, action, accountId, targetType, targetId, JSON.stringify(detail)],
  );
}

export interface AuditEntry {
  readonly id: number;
  readonly at: Date;
  readonly actor: Actor;
  readonly action: string;
  readonly accountId: number | null;
  readonly targetType: string;
  readonly targetId: string;
  readonly detail: Record<string, unknown>;
}

export interface AuditFilter {
  readonly accountId?: number | undefined;
  readonly userId?: number | undefined;
  readonly action?: string | undefined;
  /** Only entries with a smaller id: the last one of the page before. */
  readonly beforeId?: number | undefined;
}

interface Row {
  id: string;
  at: Date;
  actor_user_id: string | null;
  actor_label: string;
  address: string | null;
  action: string;
  account_id: string | null;
  target_type: string;
  target_id: string;
  detail: Record<string, unknown>;
}

/** Reads the audit log, newest first. */
@Injectable()
export class AuditLogRepository {
  async list(db: Db, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
    const where = new Conditions()
      .and('account_id =', filter.accountId)
      .and('actor_user_id =', filter.userId)
      .and('action =', filter.action)
      .and('id <', filter.beforeId);
    const rows: Row[] = await db.query(
      `SELECT * FROM audit_log WHERE ${where.sql} ORDER BY id DESC LIMIT ${where.place(limit)}`,
      where.values,
    );
    return rows.map(entryOf);
  }
}

function entryOf(row: Row): AuditEntry {
  return {
    id: Number(row.id),
    at: row.at,
    actor: {
      userId: row.actor_user_id === null ? null : Number(row.actor_user_id),
      label: row.actor_label,
      address: row.address,
    },
    action: row.action,
    accountId: row.account_id === null ? null : Number(row.account_id),
    targetType: row.target_type,
    targetId: row.target_id,
    detail: row.detail,
  };
}
