/** An account as it stands. */
export interface Account {
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

export function accountOf(row: AccountRow): Account {
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
