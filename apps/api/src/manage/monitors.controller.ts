import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ChangeMonitorBody,
  CreateMonitorBody,
  MonitorPage,
  MonitorRunPage,
  MonitorView,
} from '../console/fields/monitor-fields';
import { PageQuery } from '../console/fields/page';
import { Answers } from '../console/http/answers';
import { IdPipe } from '../console/http/ids';
import { MonitorDesk, type MonitorKeeper } from '../console/http/monitor-desk';
import { ManagementTokens } from '../core/auth/management/management-tokens';
import { errorsBeyond } from '../core/auth/management/token-limits';
import type { RequestedChange } from '../platform/idempotent-changes/idempotent-changes';
import { Caller, Change, type ManageCaller, ManageController, NeedsIdempotencyKey } from './access';

@ManageController('monitors', 'Monitors')
export class ManagedMonitorsController {
  constructor(
    private readonly desk: MonitorDesk,
    private readonly tokens: ManagementTokens,
  ) {}

  @Get()
  @Answers(200, 'List the monitors of the account, newest first', MonitorPage)
  list(@Caller() { token }: ManageCaller, @Query() query: PageQuery): Promise<MonitorPage> {
    return this.desk.list(token.accountId, query);
  }

  @Post()
  @NeedsIdempotencyKey()
  @Answers(201, 'Create a monitor; its key must be within the limits of the token', MonitorView)
  create(
    @Change() change: RequestedChange,
    @Caller() caller: ManageCaller,
    @Body() body: CreateMonitorBody,
  ): Promise<MonitorView> {
    return this.desk.create(change, this.keeper(caller), body);
  }

  @Get(':id')
  @Answers(200, 'Get a monitor', MonitorView)
  find(@Caller() { token }: ManageCaller, @Param('id', IdPipe) id: number): Promise<MonitorView> {
    return this.desk.find(token.accountId, id);
  }

  @Patch(':id')
  @Answers(200, 'Change, pause or resume a monitor; a resumed one runs at once', MonitorView)
  change(
    @Caller() caller: ManageCaller,
    @Param('id', IdPipe) id: number,
    @Body() body: ChangeMonitorBody,
  ): Promise<MonitorView> {
    return this.desk.change(this.keeper(caller), id, body);
  }

  @Delete(':id')
  @Answers(204, 'Delete a monitor and its events')
  remove(@Caller() caller: ManageCaller, @Param('id', IdPipe) id: number): Promise<void> {
    return this.desk.remove(this.keeper(caller), id);
  }

  @Post(':id/run')
  @NeedsIdempotencyKey()
  @Answers(202, 'Run a monitor now; its next pause begins with this run', MonitorView)
  run(
    @Change() change: RequestedChange,
    @Caller() caller: ManageCaller,
    @Param('id', IdPipe) id: number,
  ): Promise<MonitorView> {
    return this.desk.runNow(change, this.keeper(caller), id);
  }

  @Get(':id/runs')
  @Answers(200, 'List the latest 100 runs, newest first: why did it not fire?', MonitorRunPage)
  runs(
    @Caller() { token }: ManageCaller,
    @Param('id', IdPipe) id: number,
    @Query() query: PageQuery,
  ): Promise<MonitorRunPage> {
    return this.desk.runs(token.accountId, id, query);
  }

  private keeper({ token, actor }: ManageCaller): MonitorKeeper {
    // Loupe makes the calls, so the IP addresses of the token do not matter.
    const limits = { ...token, allowedIps: [] };
    return {
      accountId: token.accountId,
      actor,
      developerId: null,
      refusalOf: (key) =>
        errorsBeyond(limits, key).length > 0 ? 'must be within the limits of this token' : undefined,
      hold: (db) => this.tokens.hold(db, token),
    };
  }
}
