import { Get, StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { isStaff } from '../../core/identity/user';
import { AccountExport } from '../../core/personal-data/account-export';
import { AccountViewController } from '../access/access';
import { AccountInView, actorOf, CurrentUser, requireOwner, type SignedIn } from '../access/signed-in';
import { ExportGuard } from '../http/export.guard';

@AccountViewController()
export class AccountDataController {
  constructor(private readonly accountExport: AccountExport) {}

  @Get('account-data.ndjson.gz')
  @UseGuards(ExportGuard)
  @ApiOperation({ summary: 'Download all stored data of the account, as gzipped lines of JSON' })
  @ApiOkResponse({ content: { 'application/gzip': { schema: { type: 'string', format: 'binary' } } } })
  async download(@AccountInView() accountId: number, @CurrentUser() user: SignedIn): Promise<StreamableFile> {
    if (!isStaff(user)) requireOwner(user, 'download all stored data of the account');
    return new StreamableFile(await this.accountExport.open(accountId, actorOf(user)), {
      type: 'application/gzip',
      disposition: `attachment; filename="account-${accountId}.ndjson.gz"`,
    });
  }
}
