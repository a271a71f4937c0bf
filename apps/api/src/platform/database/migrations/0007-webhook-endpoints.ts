import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runSql } from '../schema/run-sql';

/** Micro-USD as `formatUsd` writes them. */
const usd = (micros: string) => `CASE ${micros} WHEN 0 THEN '0' ELSE round(${micros} / 1000000.0, 6)::text END`;

/**
 * Turns an account's webhook into its first endpoint, with its secret and its queued deliveries. Their message id is the `id` that
 * earlier bodies had, so a receiver recognizes what it has received before. Which events are sent moves from the account's
 * notification switches to the endpoint.
 */
export class WebhookEndpoints1764300000007 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await runSql(db, 'webhooks');
    await db.query(`
      INSERT INTO webhook_endpoints (account_id, url, has_old_secret, events)
        SELECT account_id, url, true, ARRAY(
          SELECT event FROM unnest(ARRAY['balance.low', 'key.cap_near', 'key.cap_reached', 'key.expiring', 'rate.decided']) AS event
          WHERE NOT EXISTS (SELECT FROM notification_switches o
            WHERE o.account_id = w.account_id AND o.event = event.event AND o.channel = 'webhook'))
        FROM webhooks w ORDER BY account_id;
      INSERT INTO webhook_secrets (endpoint_id, encrypted_secret)
        SELECT e.id, w.encrypted_secret FROM webhooks w JOIN webhook_endpoints e USING (account_id);
      DROP TABLE webhooks;

      DELETE FROM notification_switches WHERE channel = 'webhook';
      ALTER TABLE notification_switches DROP CONSTRAINT notification_switches_channel_check,
        ADD CONSTRAINT notification_switches_channel_check CHECK (channel IN ('page', 'mail'));

      DROP INDEX webhook_deliveries_due, webhook_deliveries_of_account, webhook_deliveries_one_test;
      DELETE FROM webhook_deliveries WHERE account_id NOT IN (SELECT account_id FROM webhook_endpoints);
      ALTER TABLE webhook_deliveries RENAME event TO type;
      ALTER TABLE webhook_deliveries ADD endpoint_id bigint, ADD message_id text, ADD body text,
        ADD is_manual boolean NOT NULL DEFAULT false, ADD response_status smallint, ADD response_body text;
      UPDATE webhook_deliveries d SET endpoint_id = e.id, message_id = d.id::text, is_manual = d.type = 'test',
        body = json_build_object('type', d.type,
          'timestamp', to_char(d.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'data', jsonb_build_object('account_id', d.account_id::text) || CASE
            WHEN detail IS NOT NULL THEN detail
            WHEN d.type = 'test' THEN '{}'
            ELSE jsonb_build_object('balance_usd', ${usd('balance_micros')}, 'threshold_usd', ${usd('threshold_micros')}) END)::text
        FROM webhook_endpoints e WHERE e.account_id = d.account_id;
      ALTER TABLE webhook_deliveries ALTER endpoint_id SET NOT NULL, ALTER message_id SET NOT NULL, ALTER body SET NOT NULL,
        DROP balance_micros, DROP threshold_micros, DROP detail;
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, is_manual DESC, next_attempt_at)
        WHERE next_attempt_at IS NOT NULL;
      CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, id);
      CREATE INDEX webhook_deliveries_of_account ON webhook_deliveries (account_id, type, created_at);
      CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
      CREATE UNIQUE INDEX webhook_deliveries_one_test ON webhook_deliveries (endpoint_id)
        WHERE type = 'test' AND next_attempt_at IS NOT NULL;`);
  }

  /** Does nothing: migrations only go forward. */
  async down(): Promise<void> {}
}
