import { Injectable } from '@nestjs/common';
import type { Db, EntityDb } from '../../platform/database/db';
import { NotificationSwitch } from '../../platform/database/entities/accounts';
import {
  type CapRow,
  capNotification,
  type DecidedRateRow,
  decidedRateNotification,
  type ExpiringKeyRow,
  expiringKeyNotification,
  type LowBalanceRow,
  lowBalanceNotification,
  type NamedKey,
  type OffEndpointRow,
  offEndpointNotification,
  type PausedMonitorRow,
  pausedMonitorNotification,
} from './found-notifications';
import type { NewNotification, Notification } from './notification';

/** A notification as a user sees it. */
export interface ListedNotification extends Notification {
  readonly isSeen: boolean;
}

/** A notification to send by email. */
export interface ClaimedMail extends Notification {
  /** The account has switched these emails off. */
  readonly isOff: boolean;
}

/** Per account, because an owner can trigger notifications by moving thresholds and dates back and forth. */
const maxPerHour = 60;
const retention = `interval '90 days'`;

const utc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS ${column}`;

@Injectable()
export class NotificationsRepository {
  /** Accounts whose balance is below their threshold. */
  async lowBalances(db: Db): Promise<NewNotification[]> {
    const rows: LowBalanceRow[] = await db.query(
      `SELECT account_id, extract(epoch FROM low_since)::bigint AS since, balance_micros, low_balance_threshold_micros AS threshold
       FROM ledger.accounts WHERE low_since IS NOT NULL`,
    );
    return rows.map(lowBalanceNotification);
  }

  /**
   * Key families that have spent 80% of a cap, and developers, each with a key that was used today. A cap is reached when it
   * does not allow a call at `cheapestMicros`.
   */
  async caps(db: Db, cheapestMicros: bigint): Promise<NewNotification[]> {
    const rows: CapRow[] = await db.query(
      `SELECT s.account_id, s.key_family_id, s.key_family_id::text AS spender, s.period, s.starts_on::text, s.spent_micros,
         CASE s.period WHEN 'day' THEN daily_cap_micros ELSE monthly_cap_micros END AS cap
       FROM ledger.key_spend s JOIN ledger.key_caps c ON c.key_family_id = s.key_family_id AND c.shard = s.shard
       WHERE s.starts_on = date_trunc(s.period, now() AT TIME ZONE 'UTC')::date
         AND s.spent_micros >= 0.8 * CASE s.period WHEN 'day' THEN daily_cap_micros ELSE monthly_cap_micros END
       UNION ALL
       SELECT s.account_id, max(s.key_family_id), 'developer ' || c.developer_id, 'day', s.starts_on::text, sum(s.spent_micros),
         max(c.developer_daily_cap_micros)
       FROM ledger.key_spend s JOIN ledger.key_caps c ON c.key_family_id = s.key_family_id AND c.shard = s.shard
       WHERE s.period = 'day' AND s.starts_on = (now() AT TIME ZONE 'UTC')::date AND c.developer_id IS NOT NULL
       GROUP BY s.account_id, s.shard, c.developer_id, s.starts_on
       HAVING sum(s.spent_micros) >= 0.8 * max(c.developer_daily_cap_micros)`,
    );
    const keys = await this.newestKeys(
      db,
      rows.map(({ key_family_id }) => key_family_id),
    );
    return rows.map((row) => capNotification(row, keys.get(row.key_family_id), cheapestMicros));
  }

  /** Keys that expire within a week. */
  async expiringKeys(db: Db): Promise<NewNotification[]> {
    const rows: ExpiringKeyRow[] = await db.query(
      `SELECT account_id, id, name, to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS expires_at FROM api_keys
       WHERE expires_at BETWEEN now() AND now() + interval '7 days' AND revoked_at IS NULL AND retires_at IS NULL`,
    );
    return rows.map(expiringKeyNotification);
  }

  /** Rate requests that were decided in the last day. */
  async decidedRates(db: Db): Promise<NewNotification[]> {
    const rows: DecidedRateRow[] = await db.query(
      `SELECT r.account_id, r.id, r.key_id, k.name, r.requests_per_second::text, r.granted_per_second::text
       FROM rate_requests r JOIN api_keys k ON k.id = r.key_id WHERE r.decided_at > now() - interval '1 day'`,
    );
    return rows.map(decidedRateNotification);
  }

  /** Webhook endpoints that were switched off in the last 30 days because they failed. Notifications are kept longer than that. */
  async offEndpoints(db: Db): Promise<NewNotification[]> {
    const rows: OffEndpointRow[] = await db.query(
      `SELECT account_id, id, url, ${utc('failing_since')}, ${utc('off_since')} FROM webhook_endpoints 
       WHERE off_reason = 'failing' AND off_since > now() - interval '30 days'`,
    );
    return rows.map(offEndpointNotification);
  }

  /** Monitors that Loupe paused in the last week. */
  async pausedMonitors(db: Db): Promise<NewNotification[]> {
    const rows: PausedMonitorRow[] = await db.query(
      `SELECT account_id, id, name, ${utc('paused_at')}, pause_reason FROM monitors
       WHERE paused_at > now() - interval '7 days' AND pause_reason <> 'member'`,
    );
    return rows.map(pausedMonitorNotification);
  }

  /** Inserts new notifications, in the caller's transaction. @returns those that are new */
  async add(db: Db, notifications: readonly NewNotification[], isMailed: boolean): Promise<NewNotification[]> {
    const given = notifications.map(({ accountId: account_id, ...notification }) => ({ account_id, ...notification }));
    return db.query(
      `INSERT INTO notifications (account_id, event, subject, detail, mail_due_at)
       SELECT account_id, event, subject, detail, CASE WHEN $2 THEN now() END
       FROM json_to_recordset($1) AS given (account_id bigint, event text, subject text, detail jsonb)
       WHERE (SELECT count(*) FROM notifications n
         WHERE n.account_id = given.account_id AND n.created_at > now() - interval '1 hour') < ${maxPerHour}
       ON CONFLICT (account_id, event, subject) DO NOTHING RETURNING account_id::float8 AS "accountId", event, subject, detail`,
      [JSON.stringify(given), isMailed],
    );
  }

  /** Takes what the ledger noted about balances that fell below their threshold. Needs a transaction, so that nothing is lost. */
  async takeCrossings(db: Db): Promise<(Omit<NewNotification, 'subject'> & { at: Date })[]> {
    const [taken]: [(LowBalanceRow & { at: Date })[]] = await db.query(
      `DELETE FROM ledger.low_balance_notifications
       RETURNING account_id, extract(epoch FROM at)::bigint AS since, balance_micros, threshold_micros AS threshold, at`,
    );
    return taken.map((row) => ({ ...lowBalanceNotification(row), at: row.at }));
  }

  /**
   * Claims notifications to send by email, oldest first. A notification whose email failed, or whose process was killed, is claimed
   * again after ten minutes, up to three times in total. The result includes notifications whose emails are off, with `isOff`.
   */
  async claimMails(db: Db, limit: number): Promise<ClaimedMail[]> {
    const [claimed]: [ClaimedMail[]] = await db.query(
      `UPDATE notifications n SET mail_attempts = mail_attempts + 1,
         mail_due_at = CASE WHEN mail_attempts < 2 THEN now() + interval '10 minutes' END
       WHERE id IN (SELECT id FROM notifications WHERE mail_due_at <= now() ORDER BY mail_due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id::float8, account_id::float8 AS "accountId", event, subject, detail, created_at AS "createdAt",
         EXISTS (SELECT FROM notification_switches o
           WHERE o.account_id = n.account_id AND o.event = n.event AND o.channel = 'mail') AS "isOff"`,
      [limit],
    );
    return claimed;
  }

  /** Ends the attempts to email the notification. */
  async endMail(db: Db, { accountId, id }: Notification): Promise<void> {
    await db.query('UPDATE notifications SET mail_due_at = NULL WHERE account_id = $1 AND id = $2', [accountId, id]);
  }

  /** The notifications that the dashboard shows, newest first. */
  list(db: Db, accountId: number, userId: number, limit: number): Promise<ListedNotification[]> {
    return db.query(
      `SELECT id::float8, account_id::float8 AS "accountId", event, subject, detail, created_at AS "createdAt",
         id <= (SELECT notifications_seen_id FROM users WHERE id = $2) AS "isSeen" FROM notifications n WHERE account_id = $1
         AND NOT EXISTS (SELECT FROM notification_switches o
           WHERE o.account_id = $1 AND o.event = n.event AND o.channel = 'page')
       ORDER BY n.id DESC LIMIT $3`,
      [accountId, userId, limit],
    );
  }

  /** Marks notifications up to this one as seen. Never marks a notification as unseen. */
  async markSeen(db: Db, accountId: number, userId: number, notificationId: number): Promise<void> {
    await db.query(
      `UPDATE users SET notifications_seen_id = seen.id
       FROM (SELECT max(id) AS id FROM notifications WHERE account_id = $1 AND id <= $3) AS seen
       WHERE users.id = $2 AND notifications_seen_id < seen.id`,
      [accountId, userId, notificationId],
    );
  }

  /** The channels that an account has switched off. */
  switchedOff(db: EntityDb, accountId: number): Promise<NotificationSwitch[]> {
    return db.getRepository(NotificationSwitch).findBy({ accountId });
  }

  async turn(db: EntityDb, off: NotificationSwitch, isOn: boolean): Promise<void> {
    const switches = db.getRepository(NotificationSwitch);
    if (isOn) await switches.delete({ ...off });
    else await switches.upsert({ ...off }, ['accountId', 'event', 'channel']);
  }

  async dropOld(db: Db): Promise<void> {
    await db.query(
      `DELETE FROM notifications WHERE id IN (
         SELECT id FROM notifications WHERE created_at < now() - ${retention} ORDER BY created_at LIMIT 10000)`,
    );
  }

  private async newestKeys(db: Db, keyFamilyIds: readonly string[]): Promise<Map<string, NamedKey>> {
    const rows: { key_family_id: string; id: string; name: string }[] = await db.query(
      `SELECT DISTINCT ON (key_family_id) key_family_id, id, name FROM api_keys WHERE key_family_id = ANY ($1)
       ORDER BY key_family_id, id DESC`,
      [keyFamilyIds],
    );
    return new Map(rows.map(({ key_family_id, id, name }) => [key_family_id, { key_id: id, key_name: name }]));
  }
}
