import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ChangeKeyBody, CreateKeyBody, RotateKeyBody } from '../console/fields/key-fields';
import { PageQuery } from '../console/fields/page';
import { Answers } from '../console/http/answers';
import { IdPipe } from '../console/http/ids';
import type { RequestedChange } from '../platform/idempotent-changes/idempotent-changes';
import { Caller, Change, type ManageCaller, ManageController, NeedsIdempotencyKey } from './access';
import { ManagedKey, ManagedKeyPage, NewManagedKey } from './keys.dto';
import { ManagedKeys } from './keys.service';

@ManageController('keys', 'Keys')
export class ManagedKeysController {
  constructor(private readonly keys: ManagedKeys) {}

  @Get()
  @Answers(200, 'List the keys of the account, active keys first', ManagedKeyPage)
  list(@Caller() { token }: ManageCaller, @Query() query: PageQuery): Promise<ManagedKeyPage> {
    return this.keys.list(token.accountId, query);
  }

  @Post()
  @NeedsIdempotencyKey()
  @Answers(201, 'Create a key; without limits in the request, it has those of the token', NewManagedKey)
  create(
    @Change() change: RequestedChange,
    @Caller() caller: ManageCaller,
    @Body() body: CreateKeyBody,
  ): Promise<NewManagedKey> {
    return this.keys.create(change, caller, body);
  }

  @Get(':id')
  @Answers(200, 'Get a key', ManagedKey)
  find(@Caller() { token }: ManageCaller, @Param('id', IdPipe) id: number): Promise<ManagedKey> {
    return this.keys.find(token.accountId, id);
  }

  @Patch(':id')
  @Answers(200, 'Change a key; the changed key must be within the limits of the token', ManagedKey)
  change(
    @Caller() caller: ManageCaller,
    @Param('id', IdPipe) id: number,
    @Body() body: ChangeKeyBody,
  ): Promise<ManagedKey> {
    return this.keys.change(caller, id, body);
  }

  @Delete(':id')
  @Answers(204, 'Revoke a key; revoking again changes nothing')
  revoke(@Caller() caller: ManageCaller, @Param('id', IdPipe) id: number): Promise<void> {
    return this.keys.revoke(caller, id);
  }

  @Post(':id/rotate')
  @NeedsIdempotencyKey()
  @Answers(201, 'Replace a key with a new one; the key must be within the limits of the token', NewManagedKey)
  rotate(
    @Change() change: RequestedChange,
    @Caller() caller: ManageCaller,
    @Param('id', IdPipe) id: number,
    @Body() { overlap_seconds }: RotateKeyBody,
  ): Promise<NewManagedKey> {
    return this.keys.rotate(change, caller, id, overlap_seconds);
  }
}
