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

  list({ account_id, user_id, action, ...page }: AuditQuery): Promise<AuditPage> {
    const filter = { accountId: idOf(account_id), userId: idOf(user_id), action };
    return readPage(page, {
      read: async (beforeId, limit) =>
        this.named(await this.auditLog.list(this.dataSource, { ...filter, beforeId: idOf(beforeId) }, limit)),
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
    actor: { user_id: actor.userId === null ? null : `${actor.userId}`, label: actor.label, address: actor.address },
    action: entry.action,
    account_id: entry.accountId === null ? null : `${entry.accountId}`,
    account_name: entry.accountName,
    target: { type: entry.targetType, id: entry.targetId, name: entry.targetName },
    details: entry.detail,
  };
}
