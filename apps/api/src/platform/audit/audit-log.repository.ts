import type { DataSource } from 'typeorm';
import { Conditions } from '../database/conditions';
import type { Actor } from './audit-log';

/** One line of the audit log. */
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
export class AuditLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
    const where = new Conditions()
      .and('account_id =', filter.accountId)
      .and('actor_user_id =', filter.userId)
      .and('action =', filter.action)
      .and('id <', filter.beforeId);
    const rows: Row[] = await this.dataSource.query(
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
