import { Injectable } from '@nestjs/common';
import { KeyViewer } from '../keys/key-viewer';
import { LedgerService } from '../ledger/ledger.service';
import { RequestsService } from '../requests/requests.service';
import { OverviewService } from './overview.service';
import { UsageService } from './usage.service';

/** What an account's pages are made by. */
@Injectable()
export class ViewServices {
  constructor(
    readonly overview: OverviewService,
    readonly keys: KeyViewer,
    readonly usage: UsageService,
    readonly requests: RequestsService,
    readonly ledger: LedgerService,
  ) {}
}
