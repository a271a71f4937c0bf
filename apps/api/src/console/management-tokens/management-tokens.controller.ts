import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ManagementTokens } from '../../core/auth/management/management-tokens';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { DashboardController, FreshPassword, Owners } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { AccountInView, actorOf, CurrentUser, type SignedIn } from '../access/signed-in';
import { AccountEntryPage } from '../fields/audit-fields';
import { PageQuery } from '../fields/page';
import { Answers } from '../http/answers';
import { IdPipe } from '../http/ids';
import {
  CreateManagementTokenBody,
  ManagementTokenList,
  ManagementTokenView,
  managementTokenView,
  NewManagementTokenView,
} from './management-tokens.dto';
import { ManagementTokensService } from './management-tokens.service';

@DashboardController('management-tokens', 'Management tokens')
@Owners()
export class ManagementTokensController {
  constructor(
    private readonly service: ManagementTokensService,
    private readonly tokens: ManagementTokens,
  ) {}

  @Get()
  @Answers(200, 'List the management tokens; tokens that have ended come last', ManagementTokenList)
  list(@AccountInView() accountId: number): Promise<ManagementTokenList> {
    return this.service.list(accountId);
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
    return this.service.create(change, { accountId, actor: actorOf(user) }, body);
  }

  @Get(':id/actions')
  @Answers(200, 'List what a program did with the token, newest first', AccountEntryPage)
  actions(
    @AccountInView() accountId: number,
    @Param('id', IdPipe) id: number,
    @Query() query: PageQuery,
  ): Promise<AccountEntryPage> {
    return this.service.actions(accountId, id, query);
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
