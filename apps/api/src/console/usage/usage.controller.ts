import { Get, Query, type StreamableFile } from '@nestjs/common';
import { AccountViewController } from '../access/access';
import { AccountInView } from '../access/signed-in';
import { Answers } from '../http/answers';
import { CsvDownload } from '../http/csv';
import { OverviewService } from './overview.service';
import { OverviewQuery, OverviewView, UsagePage, UsageQuery } from './usage.dto';
import { UsageService } from './usage.service';

@AccountViewController()
export class UsageController {
  constructor(
    private readonly overviews: OverviewService,
    private readonly usage: UsageService,
  ) {}

  @Get('overview')
  @Answers(200, 'Get the balance, the burn rate, and a breakdown of requests and spend', OverviewView)
  overview(@AccountInView() accountId: number, @Query() query: OverviewQuery): Promise<OverviewView> {
    return this.overviews.read(accountId, query);
  }

  @Get('usage')
  @Answers(200, 'List requests and spend per hour or day, operation and key', UsagePage)
  list(@AccountInView() accountId: number, @Query() query: UsageQuery): Promise<UsagePage> {
    return this.usage.list(accountId, query);
  }

  @CsvDownload('usage')
  csv(@AccountInView() accountId: number, @Query() query: UsageQuery): Promise<StreamableFile> {
    return this.usage.csv(accountId, query);
  }
}
