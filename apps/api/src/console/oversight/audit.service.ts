import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import { type AuditEntry, AuditLogRepository } from '../../platform/audit/audit-log.repository';
import { accountEntryView } from '../fields/audit-fields';
import { readPage } from '../fields/page';
import { idOf, isId } from '../http/ids';
import type { AuditEntryView, AuditPage, AuditQuery } from './oversight.dto';

@Injectable()
export class AuditService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly auditLog: AuditLogRepository,
    private readonly accounts: AccountsRepository,
    private readonly keys: ApiKeys,
  ) {}

  /** @param order `oldest`: reading on from the last entry, now or later, skips none */
  list({ account_id, user_id, ...filters }: AuditQuery): Promise<AuditPage> {
    const filter = { ...filters, accountId: idOf(account_id), userId: idOf(user_id) };
    return readPage(filters, {
      read: async (after, limit) => this.named(await this.auditLog.list(this.dataSource, { ...filter, after }, limit)),
      keyOf: ({ id }) => id,
      show: (view) => view,
      isKey: isId,
    });
  }

  private async named(entries: readonly AuditEntry[]): Promise<AuditEntryView[]> {
    const accountIds = [
      ...new Set(entries.flatMap(({ account_id }) => (account_id === null ? [] : Number(account_id)))),
    ];
    const keyIds = entries.filter(({ target_type }) => target_type === 'key').map(({ target_id }) => Number(target_id));
    const [accounts, keys] = await Promise.all([
      this.accounts.names(this.dataSource, accountIds),
      this.keys.names(accountIds, keyIds),
    ]);
    return entries.map((entry) => {
      const { target, ...view } = accountEntryView(entry);
      return {
        ...view,
        account_id: entry.account_id,
        account_name: accounts.get(Number(entry.account_id)) ?? null,
        target: { ...target, name: (target.type === 'key' && keys.get(Number(target.id))) || null },
      };
    });
  }
}
