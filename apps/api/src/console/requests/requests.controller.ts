import { Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { AccountViewController } from '../access/access';
import { AccountInView } from '../access/signed-in';
import { Answers } from '../http/answers';
import { CsvDownload } from '../http/csv';
import { ReceiptView, RequestPage, RequestsQuery } from './requests.dto';
import { RequestsService } from './requests.service';

@AccountViewController()
export class RequestsController {
  constructor(private readonly requests: RequestsService) {}

  @Get('requests')
  @Answers(200, 'List the request log, newest first', RequestPage)
  list(@AccountInView() accountId: number, @Query() query: RequestsQuery): Promise<RequestPage> {
    return this.requests.list(accountId, query);
  }

  @CsvDownload('requests')
  csv(@AccountInView() accountId: number, @Query() query: RequestsQuery): Promise<StreamableFile> {
    return this.requests.csv(accountId, query);
  }

  @Get('requests/:request_id')
  @Answers(200, 'Get a request and its charge', ReceiptView)
  receipt(@AccountInView() accountId: number, @Param('request_id') requestId: string): Promise<ReceiptView> {
    return this.requests.receipt(accountId, requestId);
  }
}
