import { Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { AccountViewController } from '../shared/access/access';
import { AccountInView } from '../shared/access/signed-in';
import { CsvDownload } from '../shared/http/csv';
import { ReceiptView, RequestPage, RequestsQuery } from './requests.dto';
import { RequestsService } from './requests.service';

@AccountViewController()
export class RequestsController {
  constructor(private readonly requests: RequestsService) {}

  @Get('requests')
  @ApiOperation({ summary: 'List the request log, newest first' })
  @ApiOkResponse({ type: RequestPage })
  list(@AccountInView() accountId: number, @Query() query: RequestsQuery): Promise<RequestPage> {
    return this.requests.list(accountId, query);
  }

  @CsvDownload('requests')
  csv(@AccountInView() accountId: number, @Query() query: RequestsQuery): Promise<StreamableFile> {
    return this.requests.csv(accountId, query);
  }

  @Get('requests/:request_id')
  @ApiOperation({ summary: 'Get a request and its charge' })
  @ApiOkResponse({ type: ReceiptView })
  receipt(@AccountInView() accountId: number, @Param('request_id') requestId: string): Promise<ReceiptView> {
    return this.requests.receipt(accountId, requestId);
  }
}
