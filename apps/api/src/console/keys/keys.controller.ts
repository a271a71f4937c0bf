import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { AccountViewController, DashboardController, Developers, FreshPassword } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { AccountInView, CurrentUser, type SignedIn } from '../access/signed-in';
import { CreateKeyBody, RotateKeyBody } from '../fields/key-fields';
import { Answers } from '../http/answers';
import { IdPipe } from '../http/ids';
import { KeyViewer } from './key-viewer';
import {
  ChangeSeenKeyBody,
  KeyList,
  KeyRefusalList,
  KeysQuery,
  KeyView,
  NewKeyView,
  RateRequestBody,
  RateRequestView,
} from './keys.dto';
import { KeysService } from './keys.service';

@AccountViewController()
export class KeyListController {
  constructor(private readonly viewer: KeyViewer) {}

  @Get('keys')
  @Answers(200, 'List the keys, active keys first', KeyList)
  list(@AccountInView() accountId: number, @Query() query: KeysQuery): Promise<KeyList> {
    return this.viewer.list(accountId, query);
  }

  @Get('keys/:id/refusals')
  @Answers(200, 'List why requests of a key and its rotations were refused in the last seven days', KeyRefusalList)
  refusals(@AccountInView() accountId: number, @Param('id', IdPipe) id: number): Promise<KeyRefusalList> {
    return this.viewer.refusals(accountId, id);
  }
}

@DashboardController('keys', 'Keys')
@Developers()
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Post()
  @FreshPassword()
  @SentAgain()
  @Answers(201, 'Create a key; a developer’s key counts towards what the developer may spend a day', NewKeyView)
  create(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() body: CreateKeyBody,
  ): Promise<NewKeyView> {
    return this.keys.create(change, accountId, user, body);
  }

  @Patch(':id')
  @Answers(200, 'Change a key; changing its limits requires a recently entered password', KeyView)
  change(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() body: ChangeSeenKeyBody,
  ): Promise<KeyView> {
    return this.keys.change(accountId, user, id, body);
  }

  @Delete(':id')
  @Answers(204, 'Revoke a key')
  revoke(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
  ): Promise<void> {
    return this.keys.revoke(accountId, user, id);
  }

  @Post(':id/rotate')
  @FreshPassword()
  @SentAgain()
  @Answers(201, 'Replace a key with a new one; only owners can replace a live key without a spending cap', NewKeyView)
  rotate(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() body: RotateKeyBody,
  ): Promise<NewKeyView> {
    return this.keys.rotate(change, accountId, user, id, body.overlap_seconds);
  }

  @Post(':id/rate-request')
  @SentAgain()
  @Answers(201, 'Request a higher rate limit', RateRequestView)
  requestRate(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() body: RateRequestBody,
  ): Promise<RateRequestView> {
    return this.keys.requestRate(change, accountId, user, id, body);
  }
}
