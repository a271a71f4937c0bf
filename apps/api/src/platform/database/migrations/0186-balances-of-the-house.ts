import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/** The view of all balances can be read on a distributed ledger, too. */
export class BalancesOfTheHouse1763700000186 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await loadFunctions(db, ['closed_months']);
  }

  /** The view before it says the same. */
  async down(): Promise<void> {}
}
