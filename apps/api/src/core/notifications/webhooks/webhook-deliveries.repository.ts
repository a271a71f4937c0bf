import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, LessThan, Not } from 'typeorm';
import { advisoryLocks } from '../../../platform/database/advisory-lock';
import type { Db, EntityDb } from '../../../platform/database/db';
import { WebhookDelivery } from '../../../platform/database/entities/webhooks';
import type { WebhookAnswer } from './webhook-post';

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export type QueuedDelivery = Pick<WebhookDelivery, 'accountId' | 'type' | 'messageId' | 'body'>;

/** A claimed delivery. `attempts` includes the one that now starts. */
export interface DueDelivery
  extends Pick<WebhookDelivery, 'id' | 'accountId' | 'endpointId' | 'messageId' | 'body' | 'isManual' | 'attempts'> {
  readonly url: string;
  /** The present one and those that were rotated in the last day. */
  readonly encryptedSecrets: readonly string[];
}

export interface FailedAttempt {
  readonly reason: string;
  readonly answer?: WebhookAnswer;
  /** `false`: Loupe could not send it, which says nothing about the endpoint. */
  readonly isSent: boolean;
}

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  /** Only deliveries with a smaller id: pass the last id of the previous page. */
  readonly beforeId?: number | undefined;
}

const maxInFlightPerAccount = 5;
const lease = `interval '1 minute'`;

const states: Record<DeliveryState, FindOptionsWhere<WebhookDelivery>> = {
  delivered: { deliveredAt: Not(IsNull()) },
  pending: { deliveredAt: IsNull(), nextAttemptAt: Not(IsNull()) },
  failed: { deliveredAt: IsNull(), nextAttemptAt: IsNull() },
};

/** The outbox: written in the transaction of an event, then sent and retried. */
@Injectable()
export class WebhookDeliveriesRepository {
  /** Queues each event for the endpoints of its account that receive its type. */
  async queue(db: Db, events: readonly QueuedDelivery[]): Promise<void> {
    const given = events.map(({ accountId: account_id, messageId: message_id, ...event }) => ({
      account_id,
      message_id,
      ...event,
    }));
    await db.query(
      `INSERT INTO webhook_deliveries (account_id, endpoint_id, type, message_id, body)
       SELECT account_id, e.id, type, message_id, body
       FROM json_to_recordset($1) AS given (account_id bigint, type text, message_id text, body text)
       JOIN webhook_endpoints e USING (account_id) WHERE type = ANY (e.events)`,
      [JSON.stringify(given)],
    );
  }

  /** Queues a delivery that a member asked for. @returns its id; undefined while another test of the endpoint is open */
  async queueManual(
    db: Db,
    { accountId, endpointId, type, messageId, body }: QueuedDelivery & Pick<WebhookDelivery, 'endpointId'>,
  ): Promise<number | undefined> {
    const [queued] = await db.query(
      `INSERT INTO webhook_deliveries (account_id, endpoint_id, type, message_id, body, is_manual) VALUES ($1, $2, $3, $4, $5, true)
       ON CONFLICT (endpoint_id) WHERE type = 'test' AND next_attempt_at IS NOT NULL DO NOTHING RETURNING id::float8`,
      [accountId, endpointId, type, messageId, body],
    );
    return queued?.id;
  }

  /** How many deliveries members asked for in the last hour, and the seconds until the oldest one is an hour old. */
  async recentManual(db: Db, accountId: number, isTest: boolean): Promise<{ count: number; freeInSeconds: number }> {
    const [row] = await db.query(
      `SELECT count(*)::int AS count,
         coalesce(ceil(extract(epoch FROM min(created_at) + interval '1 hour' - now())), 0)::int AS "freeInSeconds"
       FROM webhook_deliveries WHERE account_id = $1 AND is_manual AND (type = 'test') = $2 AND created_at > now() - interval '1 hour'`,
      [accountId, isTest],
    );
    return row;
  }

  /** How many events of a type each account had in the last hour. */
  async recent(db: Db, type: string, accountIds: readonly number[]): Promise<Map<number, number>> {
    const rows: { id: number; count: number }[] = await db.query(
      `SELECT account_id::float8 AS id, count(DISTINCT message_id)::int AS count FROM webhook_deliveries
       WHERE type = $1 AND account_id = ANY ($2) AND created_at > now() - interval '1 hour' GROUP BY account_id`,
      [type, accountIds],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  find(db: EntityDb, accountId: number, id: number): Promise<WebhookDelivery | null> {
    return db.getRepository(WebhookDelivery).findOneBy({ accountId, id });
  }

  /** Newest first. */
  list(
    db: EntityDb,
    endpointId: number,
    { state, beforeId }: DeliveryFilter,
    limit: number,
  ): Promise<WebhookDelivery[]> {
    const where: FindOptionsWhere<WebhookDelivery> = {
      endpointId,
      ...(state && states[state]),
      ...(beforeId !== undefined && { id: LessThan(beforeId) }),
    };
    return db.getRepository(WebhookDelivery).find({ where, order: { id: 'DESC' }, take: limit });
  }

  /**
   * Claims due deliveries, at most one per endpoint, so that an endpoint that hangs delays only itself. Leases outlast attempts. The
   * leases of removed endpoints still count towards their account. Needs its own transaction.
   */
  async claimDue(db: Db, limit: number): Promise<DueDelivery[]> {
    // Serialise claims, because they count each other's leases.
    await db.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.claimDeliveries]);
    const [due] = await db.query(
      `WITH leased AS (
         SELECT endpoint_id, account_id FROM webhook_deliveries WHERE leased_until > now()
       ), due AS (
         SELECT d.*, e.account_id, e.url, row_number() OVER (PARTITION BY e.account_id ORDER BY next_attempt_at, d.id) AS place
         FROM webhook_endpoints e CROSS JOIN LATERAL (
           SELECT id, next_attempt_at FROM webhook_deliveries WHERE endpoint_id = e.id AND next_attempt_at <= now()
           ORDER BY is_manual DESC, next_attempt_at, id LIMIT 1
         ) AS d
         WHERE e.off_since IS NULL AND e.id NOT IN (SELECT endpoint_id FROM leased)
       ), taken AS (
         SELECT id, url FROM due
         WHERE place + (SELECT count(*) FROM leased WHERE leased.account_id = due.account_id) <= ${maxInFlightPerAccount}
         ORDER BY next_attempt_at LIMIT $1
       )
       UPDATE webhook_deliveries d
       SET attempts = attempts + 1, next_attempt_at = now() + ${lease}, leased_until = now() + ${lease}
       FROM taken WHERE d.id = taken.id
       RETURNING d.id::float8, account_id::float8 AS "accountId", endpoint_id::float8 AS "endpointId", message_id AS "messageId",
         body, is_manual AS "isManual", attempts, url, ARRAY(
           SELECT encrypted_secret FROM webhook_secrets s
           WHERE s.endpoint_id = d.endpoint_id AND (retires_at IS NULL OR retires_at > now())
           ORDER BY retires_at DESC NULLS FIRST) AS "encryptedSecrets"`,
      [limit],
    );
    return due;
  }

  /** Also ends the endpoint's failing, unless a member asked for the delivery. */
  async recordDelivered(db: Db, { id }: DueDelivery, answer: WebhookAnswer): Promise<void> {
    await db.query(
      `WITH delivered AS (
         UPDATE webhook_deliveries SET delivered_at = now(), next_attempt_at = NULL, leased_until = NULL, last_error = NULL,
           response_status = $2, response_body = $3 WHERE id = $1 RETURNING endpoint_id, is_manual
       )
       UPDATE webhook_endpoints e SET failing_since = NULL FROM delivered d
       WHERE e.id = d.endpoint_id AND NOT is_manual AND failing_since IS NOT NULL`,
      [id, answer.status, answer.body],
    );
  }

  /**
   * Schedules the next attempt, or none, and counts the failure of the receiver, unless another process has ended the delivery. Switches an endpoint
   * off whose attempts have failed for three days, with less than a day between them. @returns whether it did
   */
  async recordFailed(
    db: Db,
    { id }: DueDelivery,
    { reason, answer, isSent }: FailedAttempt,
    nextInSeconds: number | null,
  ): Promise<boolean> {
    const isStill = `last_failed_at > now() - interval '1 day'`;
    const isOver = `${isStill} AND failing_since <= now() - interval '3 days'`;
    const [endpoints]: [{ isOff: boolean }[]] = await db.query(
      `WITH failed AS (
         UPDATE webhook_deliveries SET next_attempt_at = now() + make_interval(secs => $2), leased_until = NULL, last_error = $3,
           response_status = $4, response_body = $5 WHERE id = $1 AND leased_until IS NOT NULL RETURNING endpoint_id, is_manual
       )
       UPDATE webhook_endpoints e SET last_failed_at = now(),
         failing_since = CASE WHEN ${isStill} THEN coalesce(failing_since, now()) ELSE now() END,
         off_since = CASE WHEN ${isOver} THEN now() END, off_reason = CASE WHEN ${isOver} THEN 'failing' END
       FROM failed WHERE e.id = failed.endpoint_id AND NOT is_manual AND off_since IS NULL AND $6
       RETURNING off_since IS NOT NULL AS "isOff"`,
      [id, nextInSeconds, reason, answer?.status ?? null, answer?.body ?? null, isSent],
    );
    return endpoints[0]?.isOff ?? false;
  }

  /** Deletes deliveries older than 30 days, and secrets that no longer sign. No retry waits that long. */
  async dropOld(db: Db): Promise<void> {
    // A batch at a time, to stay within the statement timeout.
    await db.query(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT id FROM webhook_deliveries WHERE created_at < now() - interval '30 days' ORDER BY created_at LIMIT 10000)`,
    );
    await db.query('DELETE FROM webhook_secrets WHERE retires_at < now()');
  }
}
