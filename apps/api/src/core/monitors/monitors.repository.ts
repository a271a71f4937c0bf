import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import {
  type Monitor,
  type MonitorChoices,
  type MonitorEvent,
  type MonitorRun,
  monitorLimits,
  type NewMonitor,
} from './monitor';

export const runColumns = `id::float8, due_at AS "dueAt", started_at AS "startedAt", ended_at AS "endedAt", outcome, code, reason,
  request_id AS "requestId", events`;
export const eventColumns = `id::float8, monitor_id::float8 AS "monitorId", at, item_id AS "itemId", gap, field, before, after`;

const selectMonitors = `
  SELECT m.id::float8, m.account_id::float8 AS "accountId", m.key_family_id::float8 AS "keyFamilyId", k.key_id::float8 AS "keyId",
    m.developer_id::float8 AS "developerId", m.name, m.operation, m.parameters, m.kind, m.fields, m.every_minutes AS "everyMinutes",
    m.created_at AS "createdAt", m.paused_at AS "pausedAt", m.pause_reason AS "pauseReason", m.next_run_at AS "nextRunAt", m.failures,
    m.watched
  FROM monitors m JOIN monitor_keys k ON k.monitor_id = m.id`;

/** What is undefined stays. */
export interface MonitorChanges
  extends Partial<{ readonly [Choice in keyof MonitorChoices]: MonitorChoices[Choice] | undefined }> {
  readonly isPaused?: boolean | undefined;
  /** Whose monitor it becomes when the key changes, or when it goes on. */
  readonly developerId?: number | null | undefined;
}

@Injectable()
export class MonitorsRepository {
  /** Newest first. @param beforeId the last id of the previous page */
  async list(db: Db, accountId: number, beforeId: number | undefined, limit: number): Promise<Monitor[]> {
    const rows = await db.query(
      `${selectMonitors} WHERE m.account_id = $1 AND ($2::bigint IS NULL OR m.id < $2) ORDER BY m.id DESC LIMIT $3`,
      [accountId, beforeId, limit],
    );
    return this.withLast(db, rows);
  }

  async find(db: Db, accountId: number, id: number): Promise<Monitor | undefined> {
    const rows = await db.query(`${selectMonitors} WHERE m.account_id = $1 AND m.id = $2`, [accountId, id]);
    return (await this.withLast(db, rows))[0];
  }

  /** Locks a monitor. A run is claimed and ended, and a monitor is paused, only with this lock. */
  async lock(db: Db, accountId: number, id: number): Promise<boolean> {
    const rows = await db.query('SELECT FROM monitors WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      accountId,
      id,
    ]);
    return rows.length > 0;
  }

  /** Counts a new monitor of today. The row stays locked, so that an account makes monitors one after the other. @returns whether the day allows it */
  async takeAllowance(db: Db, accountId: number): Promise<boolean> {
    const rows = await db.query(
      `INSERT INTO monitor_allowances AS known (account_id, day, made) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1)
       ON CONFLICT (account_id) DO UPDATE SET day = excluded.day,
         made = CASE WHEN known.day = excluded.day THEN known.made + 1 ELSE 1 END
       WHERE known.day <> excluded.day OR known.made < ${monitorLimits.newPerDay} RETURNING made`,
      [accountId],
    );
    return rows.length > 0;
  }

  /** @returns its id; undefined if the account has too many. The caller has {@link takeAllowance taken the allowance}. */
  async insert(db: Db, monitor: NewMonitor): Promise<number | undefined> {
    const { accountId, keyFamilyId, developerId, name, operation, parameters, kind, fields, everyMinutes } = monitor;
    const [row] = await db.query(
      `INSERT INTO monitors (account_id, key_family_id, developer_id, name, operation, parameters, kind, fields, every_minutes)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
       WHERE ${monitorLimits.monitors} > (SELECT count(*) FROM monitors WHERE account_id = $1) RETURNING id::float8`,
      [accountId, keyFamilyId, developerId, name, operation, JSON.stringify(parameters), kind, fields, everyMinutes],
    );
    return row?.id;
  }

  /** A monitor that goes on runs at once; a shorter interval counts from now. The caller holds the lock. */
  async update(db: Db, id: number, changes: MonitorChanges): Promise<void> {
    const { name, everyMinutes, fields, keyFamilyId, developerId, isPaused } = changes;
    await db.query(
      `UPDATE monitors m SET name = coalesce($2, name), fields = coalesce($3, fields), key_family_id = coalesce($4, key_family_id),
         developer_id = CASE WHEN $5 THEN $6::bigint ELSE developer_id END, every_minutes = coalesce($7, every_minutes),
         paused_at = CASE WHEN $8 THEN coalesce(paused_at, now()) WHEN NOT $8 THEN NULL ELSE paused_at END,
         pause_reason = CASE WHEN $8 THEN coalesce(pause_reason, 'member') WHEN NOT $8 THEN NULL ELSE pause_reason END,
         failures = CASE WHEN NOT $8 THEN 0 ELSE failures END,
         next_run_at = CASE WHEN next_run_at IS NOT NULL THEN CASE
           WHEN paused_at IS NOT NULL AND NOT $8 THEN now()
           ELSE least(next_run_at, now() + make_interval(mins => $7)) END END
       WHERE id = $1`,
      [id, name, fields, keyFamilyId, developerId !== undefined, developerId, everyMinutes, isPaused],
    );
  }

  /** Makes a monitor due. @returns false if it is paused, or a run is under way */
  async makeDue(db: Db, id: number): Promise<boolean> {
    const [, changed] = await db.query(
      'UPDATE monitors SET next_run_at = now() WHERE id = $1 AND paused_at IS NULL AND next_run_at IS NOT NULL',
      [id],
    );
    return changed > 0;
  }

  async delete(db: Db, id: number): Promise<void> {
    await db.query('DELETE FROM monitors WHERE id = $1', [id]);
  }

  /** Newest first. */
  listRuns(db: Db, monitorId: number, beforeId: number | undefined, limit: number): Promise<MonitorRun[]> {
    return db.query(
      `SELECT ${runColumns} FROM monitor_runs WHERE monitor_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [monitorId, beforeId, limit],
    );
  }

  /** Oldest first. The events of a monitor get their ids while it is locked, so reading on from the last one skips none. */
  followEvents(db: Db, monitorId: number, afterId: number, limit: number): Promise<MonitorEvent[]> {
    return db.query(
      `SELECT ${eventColumns} FROM monitor_events WHERE monitor_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [monitorId, afterId, limit],
    );
  }

  /** Newest first. */
  listEvents(db: Db, monitorId: number, beforeId: number | undefined, limit: number): Promise<MonitorEvent[]> {
    return db.query(
      `SELECT ${eventColumns} FROM monitor_events WHERE monitor_id = $1 AND ($2::bigint IS NULL OR id < $2)
       ORDER BY id DESC LIMIT $3`,
      [monitorId, beforeId, limit],
    );
  }

  /** Adds the last run and event of each. */
  private async withLast(db: Db, rows: readonly Monitor[]): Promise<Monitor[]> {
    if (rows.length === 0) return [];
    const last = async <Row>(table: string, columns: string): Promise<Map<number, Row>> => {
      const found: { of: number }[] = await db.query(
        `SELECT of::float8, ${columns} FROM unnest($1::bigint[]) AS of CROSS JOIN LATERAL (
           SELECT * FROM ${table} WHERE monitor_id = of ORDER BY id DESC LIMIT 1) AS last`,
        [rows.map(({ id }) => id)],
      );
      return new Map(found.map(({ of, ...row }) => [of, row as Row]));
    };
    const runs = await last<MonitorRun>('monitor_runs', runColumns);
    const events = await last<MonitorEvent>('monitor_events', eventColumns);
    return rows.map((row) => ({ ...row, lastRun: runs.get(row.id) ?? null, lastEvent: events.get(row.id) ?? null }));
  }
}
