import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { Connection } from '../../platform/database/connection';
import { shardOf } from '../../platform/database/shards';
import { withUsagePartitions } from '../usage/usage-partitions.repository';
import { chargeClaims, type UsageRecord, usageRequests } from '../usage/usage-record';
import { isDataFault } from '../usage/write-bisecting';
import type { Refusal, RepeatVerdict } from './charge-outcome';

/**
 * What the database says of one charge of a batch. `locked`: another transaction holds the account. `retry`: the refusal is not
 * final (see `resolveRefusals`). The balance is the one after the charge, or before it when it is refused.
 */
export interface ChargeResult {
  readonly refusal: Refusal | RepeatVerdict | 'retry' | 'locked' | null;
  readonly balanceMicros: bigint;
  /** The request that was charged before under the same idempotency key. */
  readonly firstRequestId?: string | undefined;
}

/** Leaves time to look up, within the time of the callers, what became of a batch whose answer is lost. */
const statementTimeoutMs = 1_500;

/**
 * The one connection that a process charges through.
 *
 * Its fence is an advisory lock that the server holds for the connection's whole life. A new connection takes it before
 * anything else, and thereby waits until the old one has ended in the server too: a batch whose answer was lost has by then
 * been committed or undone for good, and looking it up tells the truth.
 *
 * @param shard of a distributed ledger: what the old connection left at work on the server that has it is ended there, too.
 */
export function chargeConnection(url: string, statementMs = statementTimeoutMs, shard?: number): Connection {
  const fence = randomBytes(8).readBigInt64BE().toString();
  /** How the server that has the shard lists the last connection. */
  let session: string | undefined;
  return new Connection(url, {
    name: 'loupe-charges',
    statementMs,
    async prepare(client) {
      await prepare(client, fence);
      if (shard === undefined) return void (await client.query(keptPlans));
      if (session !== undefined) await client.query('SELECT end_session($1::smallint, $2)', [shard, session]);
      const { rows } = await client.query('SELECT citus_backend_gpid() AS id');
      session = `citus_internal gpid=${rows[0].id}`;
    },
  });
}

/**
 * What the statements of a batch are about comes from a few rows by their keys: a plan made for the very values is never better, and
 * making it costs more than running it. Not on a distributed ledger, whose planner sends a statement to its shard by the value.
 */
const keptPlans = 'SET plan_cache_mode = force_generic_plan; SET enable_bitmapscan = off';

async function prepare(client: Client, fence: string): Promise<void> {
  // Plans are kept for the life of the connection: one made while the tables were small must still do when they are not.
  await client.query('SET enable_seqscan = off; SET jit = off');
  // An answer leaves only once its charge is on disk, whatever this database does by default.
  await client.query(
    `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`,
  );
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::bigint << 32 | objid::bigint) = $1 AND pid <> pg_backend_pid()`,
    [fence],
  );
  await client.query('SELECT pg_advisory_lock($1)', [fence]);
  // What the old session committed can be seen by now even if a synchronous standby has not confirmed it. A commit of our own
  // is confirmed only after it, so what is looked up then is not lost with this server.
  await client.query(`SELECT pg_logical_emit_message(true, 'loupe', 'fence')`);
}

/** On one PostgreSQL. */
const anyShard = {
  chargeBatch: 'SELECT refusal, balance, first_request_id FROM charge_batch($1, $2, $3, $4)',
  probe: 'SELECT undo_probe(count(*)) FROM charge_batch($1, $2, NULL, NULL)',
};
/** On a distributed ledger: each runs as a whole on the server that has the shard, which is the last parameter. */
const oneShard: typeof anyShard = {
  chargeBatch: 'SELECT refusal, balance, first_request_id FROM charge_batch($5::smallint, $1, $2, $3, $4)',
  probe: 'SELECT probe_charges($3::smallint, $1, $2)',
};

/** The statements that charge, on a connection of their own. */
export class ChargesRepository {
  private readonly statements: typeof anyShard;
  private readonly shard: readonly number[];

  /**
   * @param idempotencySeconds how long a charge under an idempotency key stands against another one
   * @param shard to which all that is charged here belongs, on a distributed ledger
   */
  constructor(
    private readonly connection: Connection,
    private readonly idempotencySeconds = 600,
    shard?: number,
  ) {
    this.statements = shard === undefined ? anyShard : oneShard;
    this.shard = shard === undefined ? [] : [shard];
  }

  /**
   * Charges all records in one transaction, in order of arrival, and commits.
   * @param waitMs how long to wait for an account that another transaction has locked, before it fails; 0 to skip such accounts
   * @returns a result for each record, in their order
   */
  async charge(records: readonly UsageRecord[], waitMs: number): Promise<readonly ChargeResult[]> {
    const parameters = [usageRequests(records), waitMs, chargeClaims(records) ?? null, this.idempotencySeconds];
    const rows = await withUsagePartitions(this.connection, records, () =>
      this.connection.query(this.statements.chargeBatch, [...parameters, ...this.shard], 'charge_batch'),
    );
    if (rows.length !== records.length) throw new Error(`${records.length} charges came to ${rows.length} results`);
    return (rows as [ChargeResult['refusal'], string, string | null][]).map(([refusal, balance, first]) => ({
      refusal,
      balanceMicros: BigInt(balance),
      firstRequestId: first ?? undefined,
    }));
  }

  /** Charges these records and rolls back. Resolves when they could be charged. */
  async probe(records: readonly UsageRecord[]): Promise<void> {
    // Nothing to roll back, and no error in the database's log.
    if (records.length === 0) return void (await this.charge([], 0));
    try {
      await this.connection.query(this.statements.probe, [usageRequests(records), 0, ...this.shard]);
    } catch (error) {
      if (!isDataFault(error)) throw error;
    }
  }

  /** Which of these requests have been charged, with the balance after each. */
  async lookUp(records: readonly UsageRecord[]): Promise<Map<string, bigint>> {
    const rows = await this.connection.query(
      `SELECT id, balance_after_micros FROM ledger.transfers
       WHERE id = ANY ($1) AND account_id = ANY ($2) AND shard = ANY ($3)`,
      [
        `{${records.map(({ requestId }) => requestId).join(',')}}`,
        `{${records.map(({ accountId }) => accountId).join(',')}}`,
        `{${[...new Set(records.map(({ accountId }) => shardOf(accountId)))].join(',')}}`,
      ],
    );
    return new Map((rows as [string, string][]).map(([id, balance]) => [id, BigInt(balance)]));
  }
}
