import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { clock } from '../../platform/clock';
import type { Db, EntityDb, Transactor } from '../../platform/database/db';
import { noSuch, Problem, tooManyRequests } from '../../platform/problem';
import { dayMs } from '../../platform/utc-days';
import {
  type Monitor,
  type MonitorCommand,
  type MonitorEvent,
  type MonitorRun,
  monitorLimits,
  type NewMonitor,
} from './monitor';
import { type MonitorChanges, MonitorsRepository } from './monitors.repository';

/**
 * What members and programs do with monitors. Each change is one transaction with its audit entry. A monitor of another account is
 * `not_found`.
 */
@Injectable()
export class Monitors {
  constructor(
    private readonly dataSource: DataSource,
    private readonly monitors: MonitorsRepository,
  ) {}

  /** Newest first. */
  list(accountId: number, beforeId: number | undefined, limit: number): Promise<Monitor[]> {
    return this.monitors.list(this.dataSource, accountId, beforeId, limit);
  }

  /** @throws {Problem} `not_found` */
  async find(accountId: number, id: number, db: Db = this.dataSource): Promise<Monitor> {
    const monitor = await this.monitors.find(db, accountId, id);
    if (!monitor) throw noSuch('monitor');
    return monitor;
  }

  /** Its first run, the baseline, starts at once. @throws {Problem} `conflict` for too many monitors; `too_many_requests` for too many new ones today */
  create(monitor: NewMonitor, actor: MonitorCommand['actor'], within: Transactor = this.dataSource): Promise<Monitor> {
    const { accountId, name, operation, parameters, everyMinutes } = monitor;
    return within.transaction(async (db) => {
      if (!(await this.monitors.takeAllowance(db, accountId))) throw tooManyToday();
      const id = await this.monitors.insert(db, monitor);
      if (id === undefined)
        throw new Problem(
          'conflict',
          `The account already has ${monitorLimits.monitors} monitors, the maximum. Delete one first.`,
        );
      const detail = { name, operation, parameters, every_minutes: everyMinutes };
      await recordMonitor(db, { accountId, monitorId: id, actor }, 'monitor.create', detail);
      return this.find(accountId, id, db);
    });
  }

  /** @throws {Problem} `not_found` */
  change(command: MonitorCommand, changes: MonitorChanges): Promise<Monitor> {
    return this.locked(command, this.dataSource, async (db, { accountId, id }) => {
      await this.monitors.update(db, id, changes);
      const { name, everyMinutes, fields, isPaused } = changes;
      const detail = { name, every_minutes: everyMinutes, fields, paused: isPaused };
      await recordMonitor(db, command, 'monitor.change', detail);
      return this.find(accountId, id, db);
    });
  }

  /** Makes a run due now. @throws {Problem} `not_found`; `conflict` when it is paused, or a run is under way */
  runNow(command: MonitorCommand, within: Transactor): Promise<Monitor> {
    return this.locked(command, within, async (db, { accountId, id, pausedAt }) => {
      if (!(await this.monitors.makeDue(db, id)))
        throw new Problem(
          'conflict',
          pausedAt ? 'The monitor is paused. Resume it first.' : 'A run of this monitor is under way.',
        );
      await recordMonitor(db, command, 'monitor.run');
      return this.find(accountId, id, db);
    });
  }

  /** Deletes its events too. @throws {Problem} `not_found` */
  remove(command: MonitorCommand): Promise<void> {
    return this.locked(command, this.dataSource, async (db, { id, name }) => {
      await this.monitors.delete(db, id);
      await recordMonitor(db, command, 'monitor.delete', { name });
    });
  }

  /** Newest first. @throws {Problem} `not_found` */
  async listRuns(accountId: number, id: number, beforeId: number | undefined, limit: number): Promise<MonitorRun[]> {
    await this.find(accountId, id);
    return this.monitors.listRuns(this.dataSource, id, beforeId, limit);
  }

  /** Oldest first: what follows an event, now or later. @throws {Problem} `not_found` */
  async followEvents(accountId: number, id: number, afterId: number, limit: number): Promise<MonitorEvent[]> {
    await this.find(accountId, id);
    return this.monitors.followEvents(this.dataSource, id, afterId, limit);
  }

  /** Newest first. @throws {Problem} `not_found` */
  async listEvents(
    accountId: number,
    id: number,
    beforeId: number | undefined,
    limit: number,
  ): Promise<MonitorEvent[]> {
    await this.find(accountId, id);
    return this.monitors.listEvents(this.dataSource, id, beforeId, limit);
  }

  /** @throws {Problem} `not_found`, and what the command's check throws */
  private locked<T>(
    { accountId, monitorId, check }: MonitorCommand,
    within: Transactor,
    work: (db: EntityManager, monitor: Monitor) => Promise<T>,
  ): Promise<T> {
    return within.transaction(async (db) => {
      await this.monitors.lock(db, accountId, monitorId);
      const monitor = await this.find(accountId, monitorId, db);
      await check?.(monitor, db);
      return work(db, monitor);
    });
  }
}

/** Adds an audit entry about a monitor. */
export function recordMonitor(
  db: EntityDb,
  { accountId, monitorId, actor }: MonitorCommand,
  action: string,
  detail = {},
) {
  return recordAudit(db, { actor, action, accountId, targetType: 'monitor', targetId: `${monitorId}`, detail });
}

function tooManyToday(): Problem {
  const secondsLeft = Math.ceil((dayMs - (clock.wallMs() % dayMs)) / 1_000);
  const detail = `The account has made ${monitorLimits.newPerDay} monitors today, the maximum of a day (UTC). Make the next one in ${secondsLeft} s.`;
  return tooManyRequests('rate', detail, secondsLeft);
}
