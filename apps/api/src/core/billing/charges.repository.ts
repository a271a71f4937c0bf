import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { deadlines } from '../../platform/database/bounded-client';
import { Connection } from '../../platform/database/connection';
import { shardOf } from '../../platform/database/shards';
import { withUsagePartitions } from '../usage/usage-partitions.repository';
import { replayInfos, type UsageRecord, usageRequests } from '../usage/usage-record';
import { isDataError } from '../usage/write-bisecting';
import type { Refusal, RepeatVerdict } from './charge-outcome';

/**
 * The result of a charge, with the balance after it. `locked`: another transaction holds the account. `retry`: the
 * refusal is not final (see `resolveRefusals` and `charge_keys.sql`).
 */
export interface ChargeResult {
  readonly refusal: Refusal | RepeatVerdict | 'retry' | 'locked' | null;
  readonly balanceMicros: bigint;
  readonly firstRequestId?: string | undefined;
}

/**
 * The connection that a process charges through.
 * Each process holds an advisory lock, its fence, on this connection. A new connection first takes the lock, so it
 * waits until the old session has ended on the server. By then a batch whose result was lost is committed or rolled
 * back for good.
 * @param statementMs statement timeout
 * @param shard set for a distributed ledger; a reconnect then also ends the old session's work on the shard's server
 */
export function chargeConnection(url: string, statementMs: number = deadlines.chargeMs, shard?: number): Connection {
  const fence = randomBytes(8).readBigInt64BE().toString();
  let session: string | undefined;
  return new Connection(url, {
    name: 'loupe-charges',
    statementMs,
    async prepare(client) {
      await prepare(client, fence);
      if (shard === undefined) return void (await client.query(genericPlans));
      if (session !== undefined) await client.query('SELECT end_session($1::smallint, $2)', [shard, session]);
      const { rows } = await client.query('SELECT citus_backend_gpid() AS id');
      session = `citus_internal gpid=${rows[0].id}`;
    },
  });
}

/** Rows are read by key, so a generic plan is as good as a custom plan. Not used with Citus, which routes by value. */
const genericPlans = 'SET plan_cache_mode = force_generic_plan; SET enable_bitmapscan = off';

async function prepare(client: Client, fence: string): Promise<void> {
  // Plans live as long as the connection. A plan for small tables must still be fast when the tables have grown.
  await client.query('SET enable_seqscan = off; SET jit = off');
  // A response is sent only after its charge is on disk, so override a default of `off`.
  await client.query(
    `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`,
  );
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::bigint << 32 | objid::bigint) = $1 AND pid <> pg_backend_pid()`,
    [fence],
  );
  await client.query('SELECT pg_advisory_lock($1)', [fence]);
  // A standby may not have confirmed commits of the old session yet. It confirms this commit only after them.
  await client.query(`SELECT pg_logical_emit_message(true, 'loupe', 'fence')`);
}

const anyShard = {
  chargeBatch: 'SELECT refusal, balance, first_request_id FROM charge_batch($1, $2, $3, $4)',
  probe: 'SELECT undo_probe(count(*)) FROM charge_batch($1, $2, NULL, NULL)',
};
const oneShard: typeof anyShard = {
  chargeBatch: 'SELECT refusal, balance, first_request_id FROM charge_batch($5::smallint, $1, $2, $3, $4)',
  probe: 'SELECT probe_charges($3::smallint, $1, $2)',
};

/** The statements that charge, on their own connection. */
export class ChargesRepository {
  private readonly statements: typeof anyShard;
  private readonly shard: readonly number[];

  /**
   * @param idempotencySeconds how long an idempotency key is valid
   * @param shard of a distributed ledger; all charges must belong to it
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
   * Charges all records in one transaction, in order.
   * @param waitMs how long to wait for a locked account before the statement fails; 0 skips such accounts
   * @returns a result for each record, in their order
   */
  async charge(records: readonly UsageRecord[], waitMs: number): Promise<readonly ChargeResult[]> {
    const parameters = [usageRequests(records), waitMs, replayInfos(records) ?? null, this.idempotencySeconds];
    const rows = await withUsagePartitions(this.connection, records, () =>
      this.connection.query(this.statements.chargeBatch, [...parameters, ...this.shard], 'charge_batch'),
    );
    if (rows.length !== records.length) throw new Error(`got ${rows.length} results for ${records.length} charges`);
    return (rows as [ChargeResult['refusal'], string, string | null][]).map(([refusal, balance, first]) => ({
      refusal,
      balanceMicros: BigInt(balance),
      firstRequestId: first ?? undefined,
    }));
  }

  /** Charges the records, then raises a data error to roll back. Resolves if the charges could be written. */
  async probe(records: readonly UsageRecord[]): Promise<void> {
    // An empty batch needs no rollback, and leaves no error in the database's log.
    if (records.length === 0) return void (await this.charge([], 0));
    try {
      await this.connection.query(this.statements.probe, [usageRequests(records), 0, ...this.shard]);
    } catch (error) {
      if (!isDataError(error)) throw error;
    }
  }

  /** Finds the requests that were charged, with the balance after each. */
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
