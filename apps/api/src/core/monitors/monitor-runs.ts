import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { loupe } from '../../platform/audit/audit-log.repository';
import { WebhookOutbox } from '../notifications/webhooks/webhook-outbox';
import { eventView, type PauseReason, type RunOutcome } from './monitor';
import {
  type ClaimedRun,
  type ClaimLimits,
  type LockedMonitor,
  MonitorRunsRepository,
  type RunEnd,
} from './monitor-runs.repository';
import { recordMonitor } from './monitors';
import { type Comparison, compare } from './observation';

const maxFailures = 10;
const minPostponedSeconds = 60;

/** What became of the call of a run. `requestId` names it in the request log. */
export type RunResult = { readonly requestId: string | null } & (
  | { readonly is: 'answered'; readonly body: unknown }
  | { readonly is: 'failed' | 'skipped'; readonly code: string | null; readonly reason: string }
  | { readonly is: 'postponed'; readonly code: string; readonly reason: string; readonly seconds: number }
  | { readonly is: 'paused'; readonly code: string; readonly reason: string; readonly pauseReason: PauseReason }
);

/**
 * Claims the runs of monitors, and ends them. A run is one row from its claim to its end, so a killed process loses none. What a run
 * found, its events and their webhooks are committed together, once.
 */
@Injectable()
export class MonitorRuns {
  /** Ended runs by outcome. */
  readonly outcomes = new Map<RunOutcome, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly runs: MonitorRunsRepository,
    private readonly outbox: WebhookOutbox,
  ) {}

  /** Claims runs of killed processes, and then due monitors. Ends runs that must not be attempted again. */
  async claim(limits: ClaimLimits): Promise<ClaimedRun[]> {
    const leaseId = randomUUID();
    const lost = await this.dataSource.transaction((db) => this.runs.takeUp(db, leaseId, limits));
    const again: ClaimedRun[] = [];
    for (const run of lost) {
      if (run.isStopped) await this.end(run, skipped('The monitor was paused before this run could be repeated.'));
      else if (run.isTooOld) await this.end(run, skipped(tooOld));
      else again.push(run);
    }
    const free = { ...limits, runs: limits.runs - again.length };
    if (free.runs <= 0) return again;
    return [...again, ...(await this.dataSource.transaction((db) => this.runs.claim(db, leaseId, free)))];
  }

  /** Ends a run, unless another process has taken it up, or its monitor was deleted. */
  async end(run: ClaimedRun, result: RunResult): Promise<void> {
    const outcome = await this.dataSource.transaction(async (db) => {
      const monitor = await this.runs.lock(db, run.monitorId);
      return monitor && this.endLocked(db, run, monitor, result);
    });
    if (outcome) this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  /** Pauses the monitors that must not run, because of their key, account or developer. */
  pauseStopped(): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      for (const { reason, ...monitor } of await this.runs.pauseStopped(db))
        await recordMonitor(db, { ...monitor, actor: loupe }, 'monitor.pause', { reason });
    });
  }

  dropOld(): Promise<void> {
    return this.runs.dropOld(this.dataSource);
  }

  figures(): ReturnType<MonitorRunsRepository['figures']> {
    return this.runs.figures(this.dataSource);
  }

  private async endLocked(
    db: EntityManager,
    run: ClaimedRun,
    monitor: LockedMonitor,
    result: RunResult,
  ): Promise<RunOutcome | undefined> {
    const found = result.is === 'answered' ? compare(monitor, monitor.memory, result.body) : undefined;
    const ended = result.is === 'answered' ? endOf(found!) : { ...result, outcome: result.is, events: 0 };
    if (!(await this.runs.end(db, run, { ...ended, requestId: result.requestId }))) return undefined;

    const isFailed = result.is === 'failed';
    const failures = found ? 0 : monitor.failures + (isFailed ? 1 : 0);
    const failing = isFailed && failures >= maxFailures ? 'failing' : undefined;
    const pauseReason = monitor.pausedAt === null ? (result.is === 'paused' ? result.pauseReason : failing) : undefined;
    const isChanged = JSON.stringify(found?.memory) !== JSON.stringify(monitor.memory);
    const postponedSeconds =
      result.is === 'postponed' ? Math.max(result.seconds, minPostponedSeconds) * (1 + Math.random()) : undefined;
    const jitter = 0.95 + Math.random() / 10;
    const memory = isChanged ? found?.memory : undefined;
    await this.runs.settle(db, run, { failures, pauseReason, memory, jitter, postponedSeconds });

    const { accountId, monitorId } = run;
    if (pauseReason)
      await recordMonitor(db, { accountId, monitorId, actor: loupe }, 'monitor.pause', { reason: pauseReason });
    const events = await this.runs.addEvents(db, run, found?.findings ?? []);
    const account_id = `${accountId}`;
    await this.outbox.add(
      db,
      events.map((event) => ({
        accountId,
        type: 'monitor.event',
        data: { account_id, ...eventView(event) },
        at: event.at,
      })),
    );
    return ended.outcome;
  }
}

const tooOld =
  'Loupe was interrupted during this run. It was not repeated, because the request could have been charged again.';

export function skipped(reason: string, code: string | null = null, requestId: string | null = null) {
  return { is: 'skipped', code, reason, requestId } as const;
}

function endOf({ isBaseline, findings, missing }: Comparison): Omit<RunEnd, 'requestId'> {
  const outcome = findings.length > 0 ? 'changed' : isBaseline ? 'baseline' : 'unchanged';
  return { outcome, code: null, reason: missing, events: findings.length };
}
