import { Injectable } from '@nestjs/common';
import { advisoryLocks } from '../../platform/database/advisory-lock';
import type { Db } from '../../platform/database/db';
import type { Monitor, MonitorEvent, MonitorRun, PauseReason } from './monitor';
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
  /** Whether an earlier attempt was interrupted. It may have been charged. */
  readonly isRepeated: boolean;
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
export interface LockedMonitor extends Pick<Monitor, 'operation' | 'kind' | 'fields' | 'failures' | 'pausedAt'> {
  readonly memory: Memory;
}

export type RunEnd = Pick<MonitorRun, 'outcome' | 'code' | 'reason' | 'requestId' | 'events'>;

export interface Settlement {
  readonly failures: number;
  /** Why the monitor pauses now; undefined if it goes on, or was paused before. */
  readonly pauseReason: PauseReason | undefined;
  readonly memory: Memory | undefined;
  /** Multiplies the interval, so that monitors do not run at the same moment. */
  readonly jitter: number;
  /** When the run is tried again instead. */
  readonly postponedSeconds: number | undefined;
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
       RETURNING ${ofRun}, true AS "isRepeated", r.started_at <= now() - make_interval(secs => $3) AS "isTooOld",
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
       SELECT ${ofRun}, false AS "isRepeated" FROM r JOIN monitors m ON m.id = r.monitor_id JOIN monitor_keys k ON k.monitor_id = m.id`,
      [leaseId, leaseSeconds, runsOfAccount, runs],
    );
  }

  async lock(db: Db, monitorId: number): Promise<LockedMonitor | undefined> {
    const [row] = await db.query(
      `SELECT operation, kind, fields, failures, paused_at AS "pausedAt",
         json_build_object('knownIds', known_ids, 'knownSince', known_since, 'watched', watched) AS memory
       FROM monitors WHERE id = $1 FOR NO KEY UPDATE`,
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
   * Writes what a run changes of its monitor. The next run follows the due time of this one, so that late runs do not add up. Memory is
   * given only if it has changed, because the ids may be many. The caller holds the monitor's lock.
   */
  async settle(db: Db, { monitorId, dueAt }: ClaimedRun, change: Settlement): Promise<void> {
    const { failures, pauseReason, memory, jitter, postponedSeconds } = change;
    await db.query(
      `UPDATE monitors SET failures = $2, paused_at = CASE WHEN $3::text IS NULL THEN paused_at ELSE now() END,
         pause_reason = coalesce($3, pause_reason), known_ids = coalesce($4, known_ids), known_since = coalesce($5, known_since),
         watched = coalesce($6, watched), next_run_at = CASE WHEN $7::float8 IS NOT NULL THEN now() + make_interval(secs => $7)
           WHEN $8::timestamptz + pause > now() THEN $8::timestamptz + pause ELSE now() + pause END
       FROM (SELECT every_minutes * interval '1 minute' * $9::float8 AS pause FROM monitors WHERE id = $1) AS p WHERE id = $1`,
      [
        ...[monitorId, failures, pauseReason, memory?.knownIds, memory?.knownSince],
        ...[memory && JSON.stringify(memory.watched), postponedSeconds, dueAt, jitter],
      ],
    );
  }

  async addEvents(db: Db, { monitorId, accountId }: ClaimedRun, findings: readonly Finding[]): Promise<MonitorEvent[]> {
    if (findings.length === 0) return [];
    return db.query(
      `INSERT INTO monitor_events (monitor_id, account_id, item_id, gap, field, before, after)
       SELECT $1, $2, "itemId", gap, field, before, after FROM ROWS FROM (
         json_to_recordset($3) AS ("itemId" text, gap boolean, field text, before jsonb, after jsonb)
       ) WITH ORDINALITY AS given ("itemId", gap, field, before, after, place)
       ORDER BY place RETURNING ${eventColumns}`,
      [monitorId, accountId, JSON.stringify(findings)],
    );
  }

  /** Pauses the monitors that must not run. */
  async pauseStopped(db: Db): Promise<{ monitorId: number; accountId: number; reason: PauseReason }[]> {
    const [rows] = await db.query(
      `UPDATE monitors m SET paused_at = now(), pause_reason = k.obstacle FROM monitor_keys k
       WHERE k.monitor_id = m.id AND k.obstacle IS NOT NULL AND m.paused_at IS NULL
       RETURNING m.id::float8 AS "monitorId", m.account_id::float8 AS "accountId", k.obstacle AS reason`,
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
