import type { DataSource } from 'typeorm';

/** What an account may spend at this moment. */
export interface Standing {
  readonly balanceMicros: bigint;
  readonly suspended: boolean;
}

interface Row {
  id: string;
  status: string;
  balance_micros: string;
}

/** Reads balances as they stand in the ledger's database. */
export class BalancesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async read(accountIds: readonly number[]): Promise<Map<number, Standing>> {
    const rows: Row[] = await this.dataSource.query(
      'SELECT id, status, balance_micros FROM accounts WHERE id = ANY ($1)',
      [`{${accountIds.join(',')}}`],
    );
    return new Map(
      rows.map((row) => [
        Number(row.id),
        { balanceMicros: BigInt(row.balance_micros), suspended: row.status === 'suspended' },
      ]),
    );
  }
}
