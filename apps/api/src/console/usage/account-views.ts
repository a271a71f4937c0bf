import { applyDecorators, Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { KeyList } from '../keys/keys.dto';
import { LedgerPage, LedgerQuery } from '../ledger/ledger.dto';
import { ReceiptView, RequestPage, RequestsQuery } from '../requests/requests.dto';
import { AccountInView } from '../shared/access/account-in-view';
import { OverviewQuery, OverviewView } from './overview.dto';
import { UsageList, UsageQuery } from './usage.dto';
import type { ViewServices } from './view-services';

/** The pages that an owner sees of an account, and support sees alike: the same routes, mounted twice. */
export abstract class AccountViews {
  protected constructor(private readonly views: ViewServices) {}

  @Get('overview')
  @ApiOperation({ summary: 'Balance, burn rate, and what was spent on what' })
  @ApiOkResponse({ type: OverviewView })
  overview(@AccountInView() accountId: number, @Query() query: OverviewQuery): Promise<OverviewView> {
    return this.views.overview.overview(accountId, query);
  }

  @Get('keys')
  @ApiOperation({ summary: 'Every key, newest first' })
  @ApiOkResponse({ type: KeyList })
  keys(@AccountInView() accountId: number): Promise<KeyList> {
    return this.views.keys.list(accountId);
  }

  @Get('usage')
  @ApiOperation({ summary: 'Requests and spend per hour or day, operation and key' })
  @ApiOkResponse({ type: UsageList })
  usage(@AccountInView() accountId: number, @Query() query: UsageQuery): Promise<UsageList> {
    return this.views.usage.list(accountId, query);
  }

  @CsvDownload('usage')
  usageCsv(@AccountInView() accountId: number, @Query() query: UsageQuery): Promise<StreamableFile> {
    return this.views.usage.csv(accountId, query);
  }

  @Get('requests')
  @ApiOperation({ summary: 'The request log, newest first' })
  @ApiOkResponse({ type: RequestPage })
  requests(@AccountInView() accountId: number, @Query() query: RequestsQuery): Promise<RequestPage> {
    return this.views.requests.list(accountId, query);
  }

  @CsvDownload('requests')
  requestsCsv(@AccountInView() accountId: number, @Query() query: RequestsQuery): Promise<StreamableFile> {
    return this.views.requests.csv(accountId, query);
  }

  @Get('requests/:request_id')
  @ApiOperation({ summary: 'One request with its charge' })
  @ApiOkResponse({ type: ReceiptView })
  receipt(@AccountInView() accountId: number, @Param('request_id') requestId: string): Promise<ReceiptView> {
    return this.views.requests.receipt(accountId, requestId);
  }

  @Get('ledger')
  @ApiOperation({ summary: 'The account’s statement, newest first' })
  @ApiOkResponse({ type: LedgerPage })
  ledger(@AccountInView() accountId: number, @Query() query: LedgerQuery): Promise<LedgerPage> {
    return this.views.ledger.list(accountId, query);
  }

  @CsvDownload('ledger')
  ledgerCsv(@AccountInView() accountId: number, @Query() query: LedgerQuery): Promise<StreamableFile> {
    return this.views.ledger.csv(accountId, query);
  }
}

/** The same rows as a file for a spreadsheet: all of them, whatever the limit says. */
function CsvDownload(name: string): MethodDecorator {
  return applyDecorators(
    Get(`${name}.csv`),
    ApiOperation({ summary: `The rows of ${name} as CSV, all of them` }),
    ApiOkResponse({ content: { 'text/csv': { schema: { type: 'string' } } } }),
  );
}
