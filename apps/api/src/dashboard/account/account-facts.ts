import { formatUsd } from '@loupe/dto';
import type { AccountView } from './account.dto';

/** An account as it stands. */
export interface AccountFacts {
  readonly id: number;
  readonly name: string;
  readonly status: 'active' | 'suspended';
  readonly balanceMicros: bigint;
  /** Null: no notice is wanted. */
  readonly thresholdMicros: bigint | null;
  /** Since when the balance has been below the threshold. */
  readonly lowSince: Date | null;
  readonly createdAt: Date;
}

export interface AccountRow {
  id: string;
  name: string;
  status: 'active' | 'suspended';
  balance_micros: string;
  low_balance_threshold_micros: string | null;
  low_since: Date | null;
  created_at: Date;
}

export function accountFactsOf(row: AccountRow): AccountFacts {
  const { low_balance_threshold_micros: threshold } = row;
  return {
    id: Number(row.id),
    name: row.name,
    status: row.status,
    balanceMicros: BigInt(row.balance_micros),
    thresholdMicros: threshold === null ? null : BigInt(threshold),
    lowSince: row.low_since,
    createdAt: row.created_at,
  };
}

export function accountView(account: AccountFacts): AccountView {
  return {
    id: `${account.id}`,
    name: account.name,
    status: account.status,
    balance_usd: formatUsd(account.balanceMicros),
    low_balance_threshold_usd: account.thresholdMicros === null ? null : formatUsd(account.thresholdMicros),
    low_balance_since: account.lowSince?.toISOString() ?? null,
    created_at: account.createdAt.toISOString(),
  };
}
