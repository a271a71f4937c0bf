import { column, usageColumns } from '../usage/usage-columns';
import { withUsagePartitions } from '../usage/usage-partitions';
import type { UsageRecord } from '../usage/usage-record';
import type { ChargeConnection } from './charge-connection';
import { siftVerdicts, type Verdict } from './sift-verdicts';

const chargeBatch = `SELECT refusal, balance FROM charge_batch($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13)`;

/** The statements that charge, on a connection of their own. */
export class ChargesRepository {
  constructor(private readonly connection: ChargeConnection) {}

  /** Charges all records in one transaction, in order of arrival, and gives a verdict for each: committed when this resolves. */
  async charge(records: readonly UsageRecord[]): Promise<readonly Verdict[]> {
    const values = [...usageColumns(records), column(records, (record) => record.lineageId)];
    const rows = await withUsagePartitions(this.connection, records, () =>
      this.connection.query(chargeBatch, values, 'charge_batch'),
    );
    const verdicts = (rows as [Verdict['refusal'], string][]).map(([refusal, balance]) => ({
      refusal,
      balanceMicros: BigInt(balance),
    }));
    return siftVerdicts(records, verdicts);
  }

  /** Which of these requests have been charged, with the balance after each. */
  async lookUp(requestIds: readonly string[]): Promise<Map<string, bigint>> {
    const rows = await this.connection.query('SELECT id, balance_after_micros FROM transfers WHERE id = ANY ($1)', [
      `{${requestIds.join(',')}}`,
    ]);
    return new Map((rows as [string, string][]).map(([id, balance]) => [id, BigInt(balance)]));
  }
}
