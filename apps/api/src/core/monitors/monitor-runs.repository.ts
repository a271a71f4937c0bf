import { Injectable } from '@nestjs/common';
import { advisoryLocks } from '../../platform/database/advisory-lock';
import type { Db } from '../../platform/database/db';
import type { Monitor, MonitorEvent, PauseReason, RunOutcome } from './monitor';
import { eventColumns } from './monitors.repository';
import type { Finding, Memory } from './observation';

/** A run that this process does. */
export interface ClaimedRun extends Pick<Monitor, 'accountId' | 'operation' | 'parameters'> {
  readonly id: number;
  readonly monitorId: number;
  readonly dueAt: Date;
  /** Made for this attempt. Only the latest attempt may end the run. */
  readonly leaseId: string;
  /** Of the key that it uses. */
  readonly hash: Buffer;
  readonly prefix: string;
}

/** A run whose process was killed. */
export interface LostRun extends ClaimedRun {
  /** Its first attempt is so long ago that another could be charged again. */
  readonly isTooOld: boolean;
  /** Meanwhile, the monitor was paused, or must not run. */
  readonly isStopped: boolean;
}

export interface ClaimLimits {
  readonly runs: number;
  readonly runsOfAccount: number;
  readonly leaseSeconds: number;
  /** How long after its first attempt a run may be attempted again. */
  readonly againSeconds: number;
}

/** A monitor as a run changes it. */
export interface LockedMonitor
  extends Pick<Monitor, 'name' | 'operation' | 'kind' | 'fields' | 'failures' | 'pausedAt' | 'accountId'>,
    Memory {}

export interface RunEnd {
  readonly outcome: RunOutcome;
  readonly code: string | null;
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly events: number;
}

const ofRun = `m.account_id::float8 AS "accountId", m.operation, m.parameters, r.id::float8, r.monitor_id::float8 AS "monitorId",
  r.due_at AS "dueAt", r.lease_id AS "leaseId", k.hash, k.prefix`;
/** Runs are kept so that people see why nothing happened. */
const keptRuns = 100;

@Injectable()
export class MonitorRunsRepository {
  /** Takes up runs whose leases have ended. Needs its own transaction. */
  async takeUp(db: Db, leaseId: string, { runs, leaseSeconds, againSeconds }: ClaimLimits): Promise<LostRun[]> {
    const [rows] = await db.query(
      `UPDATE monitor_runs r SET lease_id = $1, leased_until = now() + make_interval(secs => $2)
       FROM monitors m JOIN monitor_keys k ON k.monitor_id = m.id
       WHERE m.id = r.monitor_id AND r.id IN (
         SELECT id FROM monitor_runs WHERE ended_at IS NULL AND leased_until <= now() ORDER BY leased_until LIMIT $4
         FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING ${ofRun}, r.started_at <= now() - make_interval(secs => $3) AS "isTooOld",
         m.paused_at IS NOT NULL OR k.obstacle IS NOT NULL AS "isStopped"`,
      [leaseId, leaseSeconds, againSeconds, runs],
    );
    return rows;
  }

  /** Claims due monitors, the longest due first, within each account's share. Needs its own transaction. */
  async claim(db: Db, leaseId: string, { runs, runsOfAccount, leaseSeconds }: ClaimLimits): Promise<ClaimedRun[]> {
    // Serialise claims, because they count each other's runs.
    await db.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.claimMonitorRuns]);
    return db.query(
      `WITH under_way AS (
         SELECT account_id, count(*) AS runs FROM monitor_runs WHERE ended_at IS NULL GROUP BY account_id
       ), due AS (
         SELECT m.id, next_run_at,
           row_number() OVER (PARTITION BY m.account_id ORDER BY next_run_at, m.id) + coalesce(u.runs, 0) AS place
         FROM monitors m JOIN monitor_keys k ON k.monitor_id = m.id AND k.obstacle IS NULL LEFT JOIN under_way u USING (account_id)
         WHERE paused_at IS NULL AND next_run_at <= now()
       ), taken AS (
         SELECT id, account_id, next_run_at AS due_at FROM monitors
         WHERE id IN (SELECT id FROM due WHERE place <= $3 ORDER BY next_run_at LIMIT $4) AND paused_at IS NULL AND next_run_at <= now()
         FOR NO KEY UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE monitors m SET next_run_at = NULL FROM taken WHERE m.id = taken.id
       ), r AS (
         INSERT INTO monitor_runs (monitor_id, account_id, due_at, lease_id, leased_until)
         SELECT id, account_id, due_at, $1, now() + make_interval(secs => $2) FROM taken RETURNING *
       )
       SELECT ${ofRun} FROM r JOIN monitors m ON m.id = r.monitor_id JOIN monitor_keys k ON k.monitor_id = m.id`,
      [leaseId, leaseSeconds, runsOfAccount, runs],
    );
  }

  async lock(db: Db, monitorId: number): Promise<LockedMonitor | undefined> {
    const [row] = await db.query(
      `SELECT account_id::float8 AS "accountId", name, operation, kind, fields, failures, paused_at AS "pausedAt",
         known_ids AS "knownIds", known_since::float8 AS "knownSince", watched FROM monitors WHERE id = $1 FOR NO KEY UPDATE`,
      [monitorId],
    );
    return row;
  }

  /** @returns false if another process has taken the run up. The caller holds the monitor's lock. */
  async end(
    db: Db,
    { id, leaseId }: ClaimedRun,
    { outcome, code, reason, requestId, events }: RunEnd,
  ): Promise<boolean> {
    const [, ended] = await db.query(
      `UPDATE monitor_runs SET ended_at = now(), outcome = $3, code = $4, reason = $5, request_id = $6, events = $7
       WHERE id = $1 AND lease_id = $2 AND ended_at IS NULL`,
      [id, leaseId, outcome, code, reason, requestId, events],
    );
    return ended > 0;
  }

  /**
   * Schedules the next run after the due time of this one, so that late runs do not add up.
   * @param jitter multiplies the interval, so that monitors do not run at the same moment
   * @param postponedSeconds when the run is tried again instead
   */
  async schedule(db: Db, { monitorId, dueAt }: ClaimedRun, jitter: number, postponedSeconds?: number): Promise<void> {
    await db.query(
      `UPDATE monitors SET next_run_at = CASE WHEN $4::float8 IS NOT NULL THEN now() + make_interval(secs => $4)
         WHEN $2::timestamptz + pause > now() THEN $2::timestamptz + pause ELSE now() + pause END
       FROM (SELECT every_minutes * interval '1 minute' * $3::float8 AS pause FROM monitors WHERE id = $1) AS p WHERE id = $1`,
      [monitorId, dueAt, jitter, postponedSeconds],
    );
  }

  /** The memory is written only if it has changed, because the ids may be many. */
  async remember(db: Db, monitorId: number, memory: Memory, isChanged: boolean): Promise<void> {
    const { knownIds, knownSince, watched } = memory;
    if (isChanged)
      await db.query('UPDATE monitors SET known_ids = $2, known_since = $3, watched = $4, failures = 0 WHERE id = $1', [
        monitorId,
        knownIds,
        knownSince,
        JSON.stringify(watched),
      ]);
    else await db.query('UPDATE monitors SET failures = 0 WHERE id = $1 AND failures > 0', [monitorId]);
  }

  async countFailure(db: Db, monitorId: number): Promise<void> {
    await db.query('UPDATE monitors SET failures = failures + 1 WHERE id = $1', [monitorId]);
  }

  async addEvents(db: Db, monitorId: number, findings: readonly Finding[]): Promise<MonitorEvent[]> {
    if (findings.length === 0) return [];
    const given = findings.map(({ itemId: item_id, before, after, ...finding }) => ({
      item_id,
      before,
      after,
      ...finding,
    }));
    return db.query(
      `INSERT INTO monitor_events (monitor_id, account_id, item_id, gap, field, before, after)
       SELECT m.id, m.account_id, given.item_id, given.gap, given.field, given.before, given.after
       FROM monitors m, ROWS FROM (
         json_to_recordset($2) AS (item_id text, gap boolean, field text, before jsonb, after jsonb)
       ) WITH ORDINALITY AS given (item_id, gap, field, before, after, place)
       WHERE m.id = $1 ORDER BY place RETURNING ${eventColumns}`,
      [monitorId, JSON.stringify(given)],
    );
  }

  /** @returns false if it was paused before. */
  async pause(db: Db, monitorId: number, reason: PauseReason): Promise<boolean> {
    const [, paused] = await db.query(
      'UPDATE monitors SET paused_at = now(), pause_reason = $2 WHERE id = $1 AND paused_at IS NULL',
      [monitorId, reason],
    );
    return paused > 0;
  }

  /** Pauses the monitors that must not run. */
  async pauseStopped(db: Db): Promise<{ id: number; accountId: number; reason: PauseReason }[]> {
    const [rows] = await db.query(
      `UPDATE monitors m SET paused_at = now(), pause_reason = k.obstacle FROM monitor_keys k
       WHERE k.monitor_id = m.id AND k.obstacle IS NOT NULL AND m.paused_at IS NULL
       RETURNING m.id::float8, m.account_id::float8 AS "accountId", k.obstacle AS reason`,
    );
    return rows;
  }

  /** Deletes events of more than 90 days ago, and all but the latest runs. In batches, because a statement has a timeout. */
  async dropOld(db: Db): Promise<void> {
    await db.query(
      `DELETE FROM monitor_events WHERE id IN (
         SELECT id FROM monitor_events WHERE at < now() - interval '90 days' ORDER BY at LIMIT 10000)`,
    );
    await db.query(
      `DELETE FROM monitor_runs WHERE id IN (
         SELECT r.id FROM monitors m CROSS JOIN LATERAL (
           SELECT id FROM monitor_runs WHERE monitor_id = m.id ORDER BY id DESC OFFSET ${keptRuns}) AS r LIMIT 10000)`,
    );
  }

  /** How many monitors run and are paused, and for how many seconds the longest due one has waited. */
  async figures(db: Db): Promise<{ active: number; paused: number; lateSeconds: number }> {
    const [row] = await db.query(
      `SELECT count(*) FILTER (WHERE paused_at IS NULL)::float8 AS active, count(paused_at)::float8 AS paused,
         coalesce(extract(epoch FROM now() - min(next_run_at) FILTER (WHERE paused_at IS NULL AND next_run_at <= now())), 0)::float8
           AS "lateSeconds" FROM monitors`,
    );
    return row;
  }
}
