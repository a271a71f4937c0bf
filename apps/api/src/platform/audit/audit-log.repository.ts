import { Injectable } from '@nestjs/common';
import { Conditions } from '../database/conditions';
import type { Db } from '../database/db';
import { rowReader } from '../database/row-reader';

/** Who acts. The operator's own commands have no user. */
export interface Actor {
  readonly userId: number | null;
  /** How the log names the actor, such as an email address. */
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

type Row = Omit<AuditEntry, 'actor'> & {
  readonly actorUserId: number | null;
  actorLabel: string;
  address: string | null;
};

const rowOf = rowReader<Row>('id', 'accountId', 'actorUserId');

/** Reads the audit log, newest first. */
@Injectable()
export class AuditLogRepository {
  async list(db: Db, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
    const where = new Conditions()
      .and('account_id =', filter.accountId)
      .and('actor_user_id =', filter.userId)
      .and('action =', filter.action)
      .and('id <', filter.beforeId);
    const rows: Record<string, unknown>[] = await db.query(
      `SELECT * FROM audit_log WHERE ${where.sql} ORDER BY id DESC LIMIT ${where.place(limit)}`,
      where.values,
    );
    return rows.map(entryOf);
  }

  /** Failed sign-ins are kept for 90 days, because strangers cause them; the database lets no other row be deleted. */
  async deleteOldFailedSignIns(db: Db): Promise<void> {
    await db.query(
      `DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log
         WHERE action = 'user.sign_in_failed' AND at < now() - interval '91 days' ORDER BY at LIMIT 10000)`,
    );
  }
}

function entryOf(row: Record<string, unknown>): AuditEntry {
  const { actorUserId: userId, actorLabel: label, address, ...entry } = rowOf(row);
  return { ...entry, actor: { userId, label, address } };
}
