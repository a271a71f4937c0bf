import { formatUsd } from '@loupe/dto';
import type { NewNotification } from './notification';

// Builds notifications from database rows. The sample bodies of webhooks use the same functions.

const usd = (micros: string): string => formatUsd(BigInt(micros));

export interface LowBalanceRow {
  readonly account_id: string;
  /** Seconds since 1970. */
  readonly since: string;
  readonly balance_micros: string;
  readonly threshold: string;
}

export const lowBalanceNotification = (row: LowBalanceRow): NewNotification => ({
  accountId: Number(row.account_id),
  event: 'balance.low',
  subject: row.since,
  detail: { balance_usd: usd(row.balance_micros), threshold_usd: usd(row.threshold) },
});

export interface CapRow {
  readonly account_id: string;
  readonly key_family_id: string;
  /** The key family, or the developer whose limit covers it. */
  readonly spender: string;
  readonly period: string;
  readonly starts_on: string;
  readonly spent_micros: string;
  readonly cap: string;
}

export interface NamedKey {
  readonly key_id: string;
  readonly key_name: string;
}

/** @param key the newest key of the family, if any */
export const capNotification = (row: CapRow, key: NamedKey | undefined, cheapestMicros: bigint): NewNotification => ({
  accountId: Number(row.account_id),
  event: BigInt(row.cap) - BigInt(row.spent_micros) < cheapestMicros ? 'key.cap_reached' : 'key.cap_near',
  subject: `${row.spender} ${row.period} ${row.starts_on}`,
  detail: { ...key, period: row.period, spent_usd: usd(row.spent_micros), cap_usd: usd(row.cap) },
});

export interface ExpiringKeyRow {
  readonly account_id: string;
  readonly id: string;
  readonly name: string;
  readonly expires_at: string;
}

export const expiringKeyNotification = (row: ExpiringKeyRow): NewNotification => ({
  accountId: Number(row.account_id),
  event: 'key.expiring',
  subject: `${row.id} ${row.expires_at}`,
  detail: { key_id: row.id, key_name: row.name, expires_at: row.expires_at },
});

export interface OffEndpointRow {
  readonly account_id: string;
  readonly id: string;
  readonly url: string;
  readonly failing_since: string;
  readonly off_since: string;
}

export const offEndpointNotification = (row: OffEndpointRow): NewNotification => ({
  accountId: Number(row.account_id),
  event: 'webhook.off',
  subject: `${row.id} ${row.off_since}`,
  detail: { endpoint_id: row.id, host: new URL(row.url).host, failing_since: row.failing_since },
});

export interface PausedMonitorRow {
  readonly account_id: string;
  readonly id: string;
  readonly name: string;
  readonly paused_at: string;
  readonly pause_reason: string;
}

export const pausedMonitorNotification = (row: PausedMonitorRow): NewNotification => ({
  accountId: Number(row.account_id),
  event: 'monitor.paused',
  subject: `${row.id} ${row.paused_at}`,
  detail: { monitor_id: row.id, monitor_name: row.name, reason: row.pause_reason },
});

export interface DecidedRateRow {
  readonly account_id: string;
  readonly id: string;
  readonly key_id: string;
  readonly name: string;
  readonly requests_per_second: string;
  readonly granted_per_second: string | null;
}

export const decidedRateNotification = (row: DecidedRateRow): NewNotification => ({
  accountId: Number(row.account_id),
  event: 'rate.decided',
  subject: row.id,
  detail: {
    key_id: row.key_id,
    key_name: row.name,
    requests_per_second: row.requests_per_second,
    granted_per_second: row.granted_per_second,
  },
});
