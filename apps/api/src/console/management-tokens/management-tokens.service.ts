import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ManagementTokenCommand } from '../../core/auth/management/management-token';
import { ManagementTokens } from '../../core/auth/management/management-tokens';
import { SecurityNotifications } from '../../core/identity/security-notifications';
import { AuditLogRepository } from '../../platform/audit/audit-log.repository';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { type AccountEntryPage, accountEntryView } from '../fields/audit-fields';
import { firstItems, type PageQuery, readPage } from '../fields/page';
import { idOf, isId } from '../http/ids';
import {
  type CreateManagementTokenBody,
  type ManagementTokenList,
  managementTokenView,
  type NewManagementTokenView,
  tokenChoicesOf,
} from './management-tokens.dto';

@Injectable()
export class ManagementTokensService {
  constructor(
    private readonly tokens: ManagementTokens,
    private readonly auditLog: AuditLogRepository,
    private readonly notifications: SecurityNotifications,
    private readonly changes: IdempotentChanges,
    private readonly dataSource: DataSource,
  ) {}

  async list(accountId: number): Promise<ManagementTokenList> {
    return { items: firstItems((await this.tokens.list(accountId)).map(managementTokenView)) };
  }

  create(
    change: RequestedChange,
    by: Pick<ManagementTokenCommand, 'accountId' | 'actor'>,
    body: CreateManagementTokenBody,
  ): Promise<NewManagementTokenView> {
    return this.changes.once(
      change,
      async (db) => {
        const { plaintext, ...token } = await this.tokens.create(by, tokenChoicesOf(body), db);
        return { ...managementTokenView(token), token: plaintext };
      },
      async (created) => {
        this.notifications.managementTokenCreated(by.accountId, created);
        return created;
      },
    );
  }

  /** What a program did with the token, newest first. @throws {Problem} `not_found` */
  async actions(accountId: number, tokenId: number, query: PageQuery): Promise<AccountEntryPage> {
    await this.tokens.find(accountId, tokenId);
    return readPage(query, {
      read: (before, rows) => this.auditLog.actionsOfToken(this.dataSource, accountId, tokenId, idOf(before), rows),
      keyOf: ({ id }) => id,
      show: accountEntryView,
      isKey: isId,
    });
  }
}
