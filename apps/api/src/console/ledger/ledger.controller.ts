import { Get, Query, type StreamableFile } from '@nestjs/common';
import { AccountViewController } from '../access/access';
import { AccountInView, CurrentUser, type SignedIn } from '../access/signed-in';
import { Answers } from '../http/answers';
import { CsvDownload } from '../http/csv';
import { LedgerPage, LedgerQuery } from './ledger.dto';
import { LedgerService } from './ledger.service';
import { StatementQuery, StatementView } from './statement.dto';
import { StatementService } from './statement.service';

@AccountViewController()
export class LedgerController {
  constructor(
    private readonly ledger: LedgerService,
    private readonly statements: StatementService,
  ) {}

  @Get('ledger')
  @Answers(200, 'List the ledger entries of the account, newest first', LedgerPage)
  list(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Query() query: LedgerQuery,
  ): Promise<LedgerPage> {
    return this.ledger.list(accountId, query, user);
  }

  @CsvDownload('ledger')
  csv(@AccountInView() accountId: number, @Query() query: LedgerQuery): Promise<StreamableFile> {
    return this.ledger.csv(accountId, query);
  }

  @Get('ledger/statement')
  @Answers(200, 'Get the statement of a month', StatementView)
  statement(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Query() { month }: StatementQuery,
  ): Promise<StatementView> {
    return this.statements.read(accountId, user, month);
  }

  @CsvDownload('ledger/statement', 'Download the statement of a month as CSV')
  statementCsv(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Query() { month }: StatementQuery,
  ): Promise<StreamableFile> {
    return this.statements.csv(accountId, user, month);
  }
}
