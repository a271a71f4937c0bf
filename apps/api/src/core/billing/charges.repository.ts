import type { Connection } from '../../platform/database/connection';
import { withUsagePartitions } from '../usage/usage-partitions';
import { type UsageRecord, usageRequests } from '../usage/usage-record';
import { isDataFault } from '../usage/write-apart';
import { siftVerdicts, type Verdict } from './sift-verdicts';

const chargeBatch = 'SELECT refusal, balance FROM charge_batch($1, $2)';
const rehearsal = 'SELECT undo_rehearsal(count(*)) FROM charge_batch($1, $2)';

/** The statements that charge, on a connection of their own. */
export class ChargesRepository {
  constructor(private readonly connection: Connection) {}

  /**
   * Charges all records in one transaction, in order of arrival, and gives a verdict for each: committed when this resolves.
   * @param waitMs how long to wait for an account that somebody else holds, before it fails; 0 to pass over such accounts.
   */
  async charge(records: readonly UsageRecord[], waitMs: number): Promise<readonly Verdict[]> {
    const rows = await withUsagePartitions(this.connection, records, () =>
      this.connection.query(chargeBatch, [usageRequests(records), waitMs], 'charge_batch'),
    );
    if (rows.length !== records.length) throw new Error(`${records.length} charges came to ${rows.length} verdicts`);
    const verdicts = (rows as [Verdict['refusal'], string][]).map(([refusal, balance]) => ({
      refusal,
      balanceMicros: BigInt(balance),
    }));
    return siftVerdicts(records, verdicts);
  }

  /** Does all that charging these records takes, and undoes it. Resolves when they could be charged, or have been. */
  async rehearse(records: readonly UsageRecord[]): Promise<void> {
    // Nothing to undo, and no line in the database's log.
    if (records.length === 0) return void (await this.charge([], 0));
    try {
      await this.connection.query(rehearsal, [usageRequests(records), 0]);
    } catch (error) {
      if (!isDataFault(error)) throw error;
    }
  }

  /** Which of these requests have been charged, with the balance after each. */
  async lookUp(requestIds: readonly string[]): Promise<Map<string, bigint>> {
    const rows = await this.connection.query('SELECT id, balance_after_micros FROM transfers WHERE id = ANY ($1)', [
      `{${requestIds.join(',')}}`,
    ]);
    return new Map((rows as [string, string][]).map(([id, balance]) => [id, BigInt(balance)]));
  }
}
