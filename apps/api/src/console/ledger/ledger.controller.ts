import { Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { AccountViewController } from '../shared/access/access';
import { AccountInView } from '../shared/access/signed-in';
import { CsvDownload } from '../shared/http/csv';
import { LedgerPage, LedgerQuery } from './ledger.dto';
import { LedgerService } from './ledger.service';

@AccountViewController()
export class LedgerController {
  constructor(private readonly ledger: LedgerService) {}

  @Get('ledger')
  @ApiOperation({ summary: 'List the ledger entries of the account, newest first' })
  @ApiOkResponse({ type: LedgerPage })
  list(@AccountInView() accountId: number, @Query() query: LedgerQuery): Promise<LedgerPage> {
    return this.ledger.list(accountId, query);
  }

  @CsvDownload('ledger')
  csv(@AccountInView() accountId: number, @Query() query: LedgerQuery): Promise<StreamableFile> {
    return this.ledger.csv(accountId, query);
  }
}
