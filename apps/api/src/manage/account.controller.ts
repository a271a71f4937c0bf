import { Get, Query, Req } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Request } from 'express';
import { AccountEntryPage } from '../console/fields/audit-fields';
import { PageQuery } from '../console/fields/page';
import { Answers } from '../console/http/answers';
import { pageOrLines } from '../console/http/ndjson';
import type { Reply } from '../platform/http/reply';
import { Caller, type ManageCaller, ManageController } from './access';
import { ManagedBalance, ManagedUsagePage, ManagedUsageQuery } from './account.dto';
import { ManagedAccount } from './account.service';

@ManageController('', 'Account')
export class ManagedAccountController {
  constructor(private readonly account: ManagedAccount) {}

  @Get('usage')
  @Answers(200, 'List requests and spend of live keys per day, key or operation', ManagedUsagePage)
  usage(@Caller() { token }: ManageCaller, @Query() query: ManagedUsageQuery): Promise<ManagedUsagePage> {
    return this.account.usage(token.accountId, query);
  }

  @Get('balance')
  @Answers(200, 'Get the balance', ManagedBalance)
  balance(@Caller() { token }: ManageCaller): Promise<ManagedBalance> {
    return this.account.balance(token.accountId);
  }

  @Get('audit')
  @ApiProduces('application/json', 'application/x-ndjson')
  @Answers(
    200,
    'List the audit entries of the account, oldest first. The id of an entry is the cursor of what follows it, now or later',
    AccountEntryPage,
  )
  async audit(
    @Caller() { token }: ManageCaller,
    @Query() query: PageQuery,
    @Req() request: Request,
  ): Promise<AccountEntryPage | Reply> {
    return pageOrLines(request, await this.account.audit(token.accountId, query));
  }
}
