import { Get, Query, type StreamableFile } from '@nestjs/common';
import { AccountViewController } from '../access/access';
import { AccountInView } from '../access/signed-in';
import { Answers } from '../http/answers';
import { CsvDownload } from '../http/csv';
import { LedgerPage, LedgerQuery } from './ledger.dto';
import { LedgerService } from './ledger.service';

@AccountViewController()
export class LedgerController {
  constructor(private readonly ledger: LedgerService) {}

  @Get('ledger')
  @Answers(200, 'List the ledger entries of the account, newest first', LedgerPage)
  list(@AccountInView() accountId: number, @Query() query: LedgerQuery): Promise<LedgerPage> {
    return this.ledger.list(accountId, query);
  }

  @CsvDownload('ledger')
  csv(@AccountInView() accountId: number, @Query() query: LedgerQuery): Promise<StreamableFile> {
    return this.ledger.csv(accountId, query);
  }
}
