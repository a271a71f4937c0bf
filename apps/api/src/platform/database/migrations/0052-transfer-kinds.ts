import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tells whoever reads the ledger in the database itself what each kind of transfer is for. */
export class TransferKinds1763700000052 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      COMMENT ON COLUMN transfers.kind IS
        'charge: a paid request, to revenue (1). top_up: money received, from funding (2). adjustment: neither, such as a balance '
        'brought along, entered by hand, with adjustments (3). reversal: the opposite of the transfer it names, with the same account'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('COMMENT ON COLUMN transfers.kind IS NULL');
  }
}
