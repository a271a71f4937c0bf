import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import { type AuditEntry, AuditLogRepository } from '../../platform/audit/audit-log.repository';
import { readPage } from '../fields/page';
import { idOf, isId } from '../http/ids';
import type { AuditEntryView, AuditPage, AuditQuery } from './oversight.dto';

type NamedEntry = AuditEntry & { readonly accountName: string | null; readonly targetName: string | null };

@Injectable()
export class AuditService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly auditLog: AuditLogRepository,
    private readonly accounts: AccountsRepository,
    private readonly keys: ApiKeys,
  ) {}

  /** @param order `oldest`: reading on from the last entry, now or later, skips none */
  list({ account_id, user_id, action, order, ...page }: AuditQuery): Promise<AuditPage> {
    const { dataSource: db, auditLog } = this;
    const filter = { accountId: idOf(account_id), userId: idOf(user_id), action };
    return readPage(page, {
      read: async (cursor, limit) =>
        this.named(
          order === 'oldest'
            ? await auditLog.follow(db, filter, Number(cursor ?? 0), limit)
            : await auditLog.list(db, { ...filter, beforeId: idOf(cursor) }, limit),
        ),
      keyOf: ({ id }) => `${id}`,
      show: auditEntryView,
      isKey: isId,
    });
  }

  private async named(entries: readonly AuditEntry[]): Promise<NamedEntry[]> {
    const accountIds = [...new Set(entries.flatMap(({ accountId }) => accountId ?? []))];
    const keyIds = entries.filter(({ targetType }) => targetType === 'key').map(({ targetId }) => Number(targetId));
    const [accounts, keys] = await Promise.all([
      this.accounts.names(this.dataSource, accountIds),
      this.keys.names(accountIds, keyIds),
    ]);
    return entries.map((entry) => ({
      ...entry,
      accountName: accounts.get(entry.accountId ?? 0) ?? null,
      targetName: entry.targetType === 'key' ? (keys.get(Number(entry.targetId)) ?? null) : null,
    }));
  }
}

function auditEntryView(entry: NamedEntry): AuditEntryView {
  const { actor } = entry;
  return {
    id: `${entry.id}`,
    time: entry.at.toISOString(),
    actor: {
      user_id: actor.userId === null ? null : `${actor.userId}`,
      token_id: actor.tokenId == null ? null : `${actor.tokenId}`,
      label: actor.label,
      address: actor.address,
    },
    action: entry.action,
    account_id: entry.accountId === null ? null : `${entry.accountId}`,
    account_name: entry.accountName,
    target: { type: entry.targetType, id: entry.targetId, name: entry.targetName },
    details: entry.detail,
  };
}
