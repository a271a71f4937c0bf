import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { AccountViewController, DashboardController, Developers, Members } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { AccountInView, CurrentUser, type SignedIn } from '../access/signed-in';
import {
  CreateMonitorBody,
  MonitorEventPage,
  MonitorPage,
  MonitorRunPage,
  MonitorView,
} from '../fields/monitor-fields';
import { PageQuery } from '../fields/page';
import { Answers } from '../http/answers';
import { IdPipe } from '../http/ids';
import { MonitorDesk } from '../http/monitor-desk';
import { requireUnchanged } from '../http/unchanged';
import { keeperOf, MonitorViewer } from './monitor-viewer';
import { ChangeSeenMonitorBody, MonitorPointList, WatchableList, WatchableQuery } from './monitors.dto';

@AccountViewController()
export class MonitorViewController {
  constructor(
    private readonly desk: MonitorDesk,
    private readonly viewer: MonitorViewer,
  ) {}

  @Get('monitors')
  @Answers(200, 'List the monitors, newest first', MonitorPage)
  list(@AccountInView() accountId: number, @Query() query: PageQuery): Promise<MonitorPage> {
    return this.desk.list(accountId, query);
  }

  @Get('monitors/:id')
  @Answers(200, 'Get a monitor', MonitorView)
  find(@AccountInView() accountId: number, @Param('id', IdPipe) id: number): Promise<MonitorView> {
    return this.desk.find(accountId, id);
  }

  @Get('monitors/:id/runs')
  @Answers(200, 'List the latest 100 runs, newest first', MonitorRunPage)
  runs(
    @AccountInView() accountId: number,
    @Param('id', IdPipe) id: number,
    @Query() query: PageQuery,
  ): Promise<MonitorRunPage> {
    return this.desk.runs(accountId, id, query);
  }

  @Get('monitors/:id/events')
  @Answers(200, 'List the events of the last 90 days, newest first', MonitorEventPage)
  events(
    @AccountInView() accountId: number,
    @Param('id', IdPipe) id: number,
    @Query() query: PageQuery,
  ): Promise<MonitorEventPage> {
    return this.desk.events(accountId, id, query);
  }

  @Get('monitors/:id/values')
  @Answers(200, 'List the watched values over time, oldest first', MonitorPointList)
  values(@AccountInView() accountId: number, @Param('id', IdPipe) id: number): Promise<MonitorPointList> {
    return this.viewer.values(accountId, id);
  }
}

@DashboardController('monitors', 'Monitors')
@Developers()
export class MonitorsController {
  constructor(
    private readonly desk: MonitorDesk,
    private readonly viewer: MonitorViewer,
  ) {}

  @Get('operations')
  @Members()
  @Answers(200, 'List the operations that can be watched, and what that costs', WatchableList)
  operations(@Query() { every_minutes }: WatchableQuery): WatchableList {
    return this.viewer.operations(every_minutes);
  }

  @Post()
  @SentAgain()
  @Answers(201, 'Create a monitor; developers use only keys that they created', MonitorView)
  create(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() body: CreateMonitorBody,
  ): Promise<MonitorView> {
    return this.desk.create(change, keeperOf(accountId, user), body);
  }

  @Patch(':id')
  @Answers(200, 'Change, pause or resume a monitor; a resumed one runs at once', MonitorView)
  change(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() { seen, ...body }: ChangeSeenMonitorBody,
  ): Promise<MonitorView> {
    return this.desk.change(keeperOf(accountId, user), id, body, (view) => requireUnchanged(seen, body, view));
  }

  @Delete(':id')
  @Answers(204, 'Delete a monitor and its events')
  remove(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
  ): Promise<void> {
    return this.desk.remove(keeperOf(accountId, user), id);
  }

  @Post(':id/run')
  @SentAgain()
  @Answers(202, 'Run a monitor now; its next pause begins with this run', MonitorView)
  run(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
  ): Promise<MonitorView> {
    return this.desk.runNow(change, keeperOf(accountId, user), id);
  }
}
