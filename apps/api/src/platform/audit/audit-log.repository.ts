import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
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

/** Reads the audit log, newest first. */
@Injectable()
export class AuditLogRepository {
  async list(db: EntityDb, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
    const { accountId, userId, action, beforeId } = filter;
    const where = {
      ...(accountId !== undefined && { accountId }),
      ...(userId !== undefined && { actor: { userId } }),
      ...(action !== undefined && { action }),
      ...(beforeId !== undefined && { id: LessThan(beforeId) }),
    };
    return db.getRepository(AuditEntry).find({ where, order: { id: 'DESC' }, take: limit });
  }

  /** Anyone can cause failed sign-ins, so they and other wrong passwords are deleted. The database refuses to delete any other row. */
  async deleteOldFailedProofs(db: Db): Promise<void> {
    await db.query(
      `DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log
         WHERE action IN ('user.sign_in_failed', 'user.proof_failed') AND at < now() - interval '91 days' ORDER BY at LIMIT 10000)`,
    );
  }
}
