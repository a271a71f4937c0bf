import { Body, Delete, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Owners } from '../shared/access/access';
import { AccountInView } from '../shared/access/account-in-view';
import { DashboardController } from '../shared/access/dashboard-controller';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { IdPipe } from '../shared/http/id.pipe';
import { ChangeKeyBody, CreateKeyBody, RateRequestBody, RotateKeyBody } from './key-bodies.dto';
import { KeyView, NewKeyView, RateRequestView } from './keys.dto';
import { KeysService } from './keys.service';

@DashboardController('keys', 'Keys')
@Owners()
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Post()
  @ApiOperation({ summary: 'Create a key' })
  @ApiCreatedResponse({ type: NewKeyView })
  create(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() body: CreateKeyBody,
  ): Promise<NewKeyView> {
    return this.keys.create(accountId, user, body);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Change a key' })
  @ApiOkResponse({ type: KeyView })
  change(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() body: ChangeKeyBody,
  ): Promise<KeyView> {
    return this.keys.change(accountId, user, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke a key' })
  revoke(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
  ): Promise<void> {
    return this.keys.revoke(accountId, user, id);
  }

  @Post(':id/rotate')
  @ApiOperation({ summary: 'Replace a key' })
  @ApiCreatedResponse({ type: NewKeyView })
  rotate(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() body: RotateKeyBody,
  ): Promise<NewKeyView> {
    return this.keys.rotate(accountId, user, id, body.overlap_seconds);
  }

  @Post(':id/rate-request')
  @ApiOperation({ summary: 'Ask for a higher rate' })
  @ApiCreatedResponse({ type: RateRequestView })
  requestRate(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() body: RateRequestBody,
  ): Promise<RateRequestView> {
    return this.keys.requestRate(accountId, user, id, body);
  }
}
