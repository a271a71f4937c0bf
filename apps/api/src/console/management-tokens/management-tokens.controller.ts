import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ManagementTokens } from '../../core/auth/management/management-tokens';
import { SecurityNotifications } from '../../core/identity/security-notifications';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { DashboardController, FreshPassword, Owners } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { AccountInView, actorOf, CurrentUser, type SignedIn } from '../access/signed-in';
import { AccountEntryPage, accountEntryView } from '../fields/audit-fields';
import { firstItems, PageQuery, readPage } from '../fields/page';
import { Answers } from '../http/answers';
import { IdPipe, isId } from '../http/ids';
import {
  CreateManagementTokenBody,
  ManagementTokenList,
  ManagementTokenView,
  managementTokenView,
  NewManagementTokenView,
  tokenChoicesOf,
} from './management-tokens.dto';

@DashboardController('management-tokens', 'Management tokens')
@Owners()
export class ManagementTokensController {
  constructor(
    private readonly tokens: ManagementTokens,
    private readonly notifications: SecurityNotifications,
    private readonly changes: IdempotentChanges,
  ) {}

  @Get()
  @Answers(200, 'List the management tokens; tokens that have ended come last', ManagementTokenList)
  async list(@AccountInView() accountId: number): Promise<ManagementTokenList> {
    return { items: firstItems((await this.tokens.list(accountId)).map(managementTokenView)) };
  }

  @Post()
  @FreshPassword()
  @SentAgain()
  @Answers(201, 'Create a management token; all owners are told by email', NewManagementTokenView)
  create(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() body: CreateManagementTokenBody,
  ): Promise<NewManagementTokenView> {
    return this.changes.once(
      change,
      async (db) => {
        const by = { accountId, actor: actorOf(user) };
        const { plaintext, ...token } = await this.tokens.create(by, tokenChoicesOf(body), db);
        return { ...managementTokenView(token), token: plaintext };
      },
      async (created) => {
        this.notifications.managementTokenCreated(accountId, created);
        return created;
      },
    );
  }

  @Get(':id/actions')
  @Answers(200, 'List what a program did with the token, newest first', AccountEntryPage)
  async actions(
    @AccountInView() accountId: number,
    @Param('id', IdPipe) tokenId: number,
    @Query() query: PageQuery,
  ): Promise<AccountEntryPage> {
    await this.tokens.find(accountId, tokenId);
    return readPage(query, {
      read: (after, rows) => this.tokens.actions(accountId, { tokenId, after }, rows),
      keyOf: ({ id }) => id,
      show: accountEntryView,
      isKey: isId,
    });
  }

  @Post(':id/confirm')
  @FreshPassword()
  @Answers(200, 'Answer for a token whose owner has left, so that it works again', ManagementTokenView)
  async confirm(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) tokenId: number,
  ): Promise<ManagementTokenView> {
    return managementTokenView(await this.tokens.confirm({ accountId, tokenId, actor: actorOf(user) }));
  }

  @Delete(':id')
  @Answers(204, 'Revoke a token; this takes effect with its next request')
  revoke(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) tokenId: number,
  ): Promise<void> {
    return this.tokens.revoke({ accountId, tokenId, actor: actorOf(user) });
  }
}
