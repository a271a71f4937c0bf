import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { WebhookOutbox } from '../notifications/webhooks/webhook-outbox';
import { eventView, monitorTarget, type PauseReason, type RunOutcome } from './monitor';
import {
  type ClaimedRun,
  type ClaimLimits,
  type LockedMonitor,
  MonitorRunsRepository,
  type RunEnd,
} from './monitor-runs.repository';
import { compare } from './observation';

const maxFailures = 10;
const minPostponedSeconds = 60;
const loupe: Actor = { userId: null, label: 'loupe', address: null };

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
      for (const { id, accountId, reason } of await this.runs.pauseStopped(db)) await audit(db, accountId, id, reason);
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
    const { monitorId } = run;
    const found = result.is === 'answered' ? compare(monitor, monitor, result.body) : undefined;
    const ended = { ...(result.is === 'answered' ? endOf(found!) : endWithout(result)), requestId: result.requestId };
    if (!(await this.runs.end(db, run, ended))) return undefined;
    await this.runs.schedule(
      db,
      run,
      0.95 + Math.random() / 10,
      result.is === 'postponed' ? Math.max(result.seconds, minPostponedSeconds) * (1 + Math.random()) : undefined,
    );
    if (found) {
      const isChanged = found.isBaseline || JSON.stringify(found.memory) !== JSON.stringify(memoryOf(monitor));
      await this.runs.remember(db, monitorId, found.memory, isChanged);
      const events = await this.runs.addEvents(db, monitorId, found.findings);
      const { accountId } = monitor;
      await this.outbox.add(
        db,
        events.map((event) => ({
          accountId,
          type: 'monitor.event',
          data: { account_id: `${accountId}`, ...eventView(event) },
          at: event.at,
        })),
      );
    }
    if (result.is === 'failed') await this.runs.countFailure(db, monitorId);
    if (result.is === 'paused') await this.pause(db, run, result.pauseReason);
    else if (result.is === 'failed' && monitor.failures + 1 >= maxFailures) await this.pause(db, run, 'failing');
    return ended.outcome;
  }

  private async pause(db: EntityManager, { monitorId, accountId }: ClaimedRun, reason: PauseReason): Promise<void> {
    if (await this.runs.pause(db, monitorId, reason)) await audit(db, accountId, monitorId, reason);
  }
}

const tooOld =
  'Loupe was interrupted during this run. It was not repeated, because the request could have been charged again.';

export function skipped(reason: string, code: string | null = null, requestId: string | null = null) {
  return { is: 'skipped', code, reason, requestId } as const;
}

const memoryOf = ({ knownIds, knownSince, watched }: LockedMonitor) => ({ knownIds, knownSince, watched });

function endOf({ isBaseline, findings, missing }: ReturnType<typeof compare>): Omit<RunEnd, 'requestId'> {
  const outcome = findings.length > 0 ? 'changed' : isBaseline ? 'baseline' : 'unchanged';
  return { outcome, code: null, reason: missing, events: findings.length };
}

function endWithout({ is, code, reason }: Exclude<RunResult, { is: 'answered' }>): Omit<RunEnd, 'requestId'> {
  return { outcome: is, code, reason, events: 0 };
}

async function audit(db: EntityManager, accountId: number, id: number, reason: PauseReason): Promise<void> {
  await recordAudit(db, { actor: loupe, action: 'monitor.pause', ...monitorTarget(accountId, id), detail: { reason } });
}
