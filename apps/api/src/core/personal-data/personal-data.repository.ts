import { Injectable } from '@nestjs/common';
import { entriesOfAccount, isByMember } from '../../platform/audit/audit-log.repository';
import type { Db } from '../../platform/database/db';
import { addressOfUser } from '../identity/users.repository';

/**
 * Personal data by kind. Omits secrets, the hashes of secrets, the names and client IPs of support users, and support's
 * internal notes. A note to the owners is part of its ledger entry or rate request.
 */
const lists = {
  user: `SELECT u.id, ${addressOfUser}, u.role, u.created_at,
      ARRAY(SELECT jsonb_build_object('issuer', i.issuer, 'subject', i.subject, 'linked_at', i.linked_at, 'last_used_at', i.last_used_at)
        FROM user_identities i WHERE i.user_id = u.id ORDER BY i.issuer) AS provider_links
    FROM users u WHERE u.account_id = $1`,
  session: `SELECT s.id, s.user_id, s.created_at, s.last_seen_at, s.address, s.user_agent
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.account_id = $1`,
  passkey: `SELECT p.id, p.user_id, p.name, p.host, p.user_agent, p.is_synced, p.created_at, p.last_used_at
    FROM passkeys p JOIN users u ON u.id = p.user_id WHERE u.account_id = $1`,
  key: `SELECT k.id, k.name, k.mode, k.prefix, k.rate_per_second, k.allowed_ips, k.created_at, k.expires_at, k.retires_at,
      k.revoked_at, u.last_used_at, u.last_used_from
    FROM api_keys k LEFT JOIN api_key_uses u ON u.key_id = k.id WHERE k.account_id = $1`,
  rate_request: `SELECT id, key_id, requests_per_second, reason, state, granted_per_second, note, created_at, decided_at
    FROM rate_requests WHERE account_id = $1`,
  notice: 'SELECT id, event, subject, detail, created_at FROM notifications WHERE account_id = $1',
  webhook: 'SELECT id, url, events, created_at, off_since FROM webhook_endpoints WHERE account_id = $1',
  webhook_delivery: `SELECT id, endpoint_id, message_id, type, body, created_at, attempts, delivered_at, last_error,
      response_status, response_body FROM webhook_deliveries WHERE account_id = $1`,
  management_token: `SELECT id, name, prefix, owner_id, daily_cap_micros, allowed_ips, created_at, expires_at, revoked_at,
      last_used_at, last_used_from
    FROM management_tokens WHERE account_id = $1`,
  monitor: `SELECT id, name, operation, parameters, kind, fields, every_minutes, key_family_id, created_at, paused_at, pause_reason,
      watched FROM monitors WHERE account_id = $1`,
  monitor_event:
    'SELECT id, monitor_id, at, item_id, gap, field, before, after FROM monitor_events WHERE account_id = $1',
  payment: `SELECT id::text, state, amount_micros, paid_micros, refunded_micros, disputed_micros, created_at, session_id, receipt_url
    FROM payment_states WHERE account_id = $1`,
  audit_entry: entriesOfAccount,
} as const;

type ListedKind = keyof typeof lists;
export const listedKinds = Object.keys(lists) as ListedKind[];

/** A row of the export. Ids are text. */
interface ListedRow extends Record<string, unknown> {
  readonly id: string;
}

/** Amounts stay. Top-ups with idempotency keys are found in the audit log, because old transfers may exist only in exports. */
const erasures = [
  `UPDATE audit_log SET
     actor_label = CASE WHEN ${isByMember} THEN 'erased' ELSE actor_label END,
     address = CASE WHEN NOT ${isByMember} THEN address END,
     detail = (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(detail) WHERE key LIKE '%\\_usd')
   WHERE account_id = $1`,
  // With their sessions, links, persons at the provider, second factors and passkeys.
  'DELETE FROM users WHERE account_id = $1',
  `UPDATE api_keys SET name = 'erased', allowed_ips = NULL, revoked_at = coalesce(revoked_at, now()) WHERE account_id = $1`,
  `UPDATE management_tokens SET name = 'erased', allowed_ips = NULL, last_used_from = NULL,
     revoked_at = coalesce(revoked_at, now()) WHERE account_id = $1`,
  'UPDATE api_key_uses SET last_used_from = NULL WHERE key_id IN (SELECT id FROM api_keys WHERE account_id = $1)',
  `UPDATE rate_requests SET reason = 'erased', note = NULL, decided_at = coalesce(decided_at, now()),
     state = CASE state WHEN 'open' THEN 'declined' ELSE state END WHERE account_id = $1`,
  'DELETE FROM customer_notes WHERE account_id = $1',
  'DELETE FROM pending_top_ups WHERE account_id = $1',
  'DELETE FROM transfer_notes WHERE account_id = $1',
  'UPDATE payments SET checkout_url = NULL, receipt_url = NULL WHERE account_id = $1',
  `UPDATE top_up_keys SET idempotency_key = transfer_id, body_hash = '' WHERE transfer_id::text IN
     (SELECT target_id FROM audit_log WHERE account_id = $1 AND action = 'account.top_up')`,
  'DELETE FROM monitors WHERE account_id = $1', // with their runs and events
  'DELETE FROM monitor_allowances WHERE account_id = $1',
  'DELETE FROM notifications WHERE account_id = $1',
  'DELETE FROM notification_switches WHERE account_id = $1',
  'DELETE FROM webhook_endpoints WHERE account_id = $1', // with their secrets
  'DELETE FROM webhook_deliveries WHERE account_id = $1',
  `UPDATE account_profiles SET name = 'Erased account', top_up_asked_at = NULL, top_up_asked_micros = NULL, top_up_asked_note = NULL
   WHERE id = $1`,
];

const usageErasures = [
  'DELETE FROM ledger.request_addresses WHERE account_id = $1 AND shard = shard_of($1)',
  'DELETE FROM ledger.charge_keys WHERE account_id = $1 AND shard = shard_of($1)',
  `UPDATE ledger.usage_rows SET problem = NULL
   WHERE account_id = $1 AND shard = shard_of($1) AND code IS NOT NULL AND problem IS NOT NULL`,
];

@Injectable()
export class PersonalDataRepository {
  /** @param afterId the id of the last row that was read, if any. */
  list(db: Db, kind: ListedKind, accountId: number, afterId: string | undefined, limit: number): Promise<ListedRow[]> {
    const sql = `SELECT * FROM (${lists[kind]}) AS listed WHERE id > $2 ORDER BY id LIMIT $3`;
    return db.query(sql, [accountId, afterId ?? 0, limit]);
  }

  /** The caller's transaction must first record `account.erase`, or the audit log refuses changes. */
  async erase(db: Db, accountId: number): Promise<void> {
    for (const statement of erasures) await db.query(statement, [accountId]);
    await this.eraseUsage(db, accountId);
  }

  /** Erases the account's request URLs, idempotency keys and error bodies. */
  async eraseUsage(db: Db, accountId: number): Promise<void> {
    for (const statement of usageErasures) await db.query(statement, [accountId]);
  }
}
