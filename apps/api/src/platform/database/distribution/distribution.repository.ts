import { Injectable } from '@nestjs/common';
import type { Db } from '../db';
import { calledFunctions, shardFunctions } from './shard-functions';

export interface LedgerTable {
  readonly name: string;
  readonly isDistributed: boolean;
  /** Size on the coordinator: rows that are not distributed yet, or were copied and not removed. */
  readonly localBytes: number;
}

/** A server of the cluster. `error` says why it could not be queried. */
export interface ClusterNode {
  readonly address: string;
  readonly error: string | null;
  readonly postgres: string;
  readonly citus: string;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly preparedTransactions: number;
}

/** Returns the facts about a server as one text, which the caller splits. */
const facts = `SELECT concat_ws('|', current_setting('server_version_num')::int / 10000,
  (SELECT extversion FROM pg_extension WHERE extname = 'citus'), current_setting('fsync'), current_setting('synchronous_commit'),
  current_setting('max_prepared_transactions'))`;

/** This function exists in every release, and is created in the same transaction as the other functions. */
const chargeFunction = 'charge_batch(smallint, usage_request[], integer, replay_info[], integer)';

const ledgerTables = `
  SELECT c.oid, c.relkind, 'ledger.' || relname AS name FROM pg_class c
  WHERE relnamespace = to_regnamespace('ledger') AND relkind IN ('r', 'p') AND NOT relispartition`;

@Injectable()
export class DistributionRepository {
  async extension(db: Db): Promise<string | null> {
    const [row] = await db.query(`SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`);
    return row?.version ?? null;
  }

  async isCoordinator(db: Db): Promise<boolean> {
    const [{ is }] = await db.query('SELECT citus_is_coordinator() AS is');
    return is;
  }

  async nodes(db: Db): Promise<ClusterNode[]> {
    const rows: { address: string; success: boolean; result: string }[] = await db.query(
      `SELECT 'coordinator' AS address, true AS success, (${facts}) AS result
       UNION ALL
       SELECT nodename || ':' || nodeport, success, result
       FROM run_command_on_workers($1) JOIN pg_dist_node USING (nodename, nodeport) WHERE isactive`,
      [facts],
    );
    return rows.map(({ address, success, result }) => {
      const [postgres = '', citus = '', fsync = '', synchronousCommit = '', prepared] = success
        ? result.split('|')
        : [];
      const error = success ? null : result;
      return { address, error, postgres, citus, fsync, synchronousCommit, preparedTransactions: Number(prepared) };
    });
  }

  /** The number of connections that charge. Their processes would not notice that the ledger becomes distributed. */
  async chargingProcesses(db: Db): Promise<number> {
    const [{ count }] = await db.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE application_name = 'loupe-charges' AND datname = current_database()`,
    );
    return count;
  }

  async tables(db: Db): Promise<LedgerTable[]> {
    const rows: { name: string; is_distributed: boolean; bytes: string }[] = await db.query(
      `SELECT name, EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = t.oid) AS is_distributed,
         pg_relation_size(t.oid) + (SELECT coalesce(sum(pg_relation_size(relid)), 0) FROM pg_partition_tree(t.oid)) AS bytes
       FROM (${ledgerTables}) AS t ORDER BY name <> 'ledger.accounts', name`,
    );
    return rows.map((row) => ({
      name: row.name,
      isDistributed: row.is_distributed,
      localBytes: Number(row.bytes),
    }));
  }

  async distribute(db: Db, table: string, shards: number): Promise<void> {
    if (table === 'ledger.accounts')
      await db.query(`SELECT create_distributed_table($1, 'shard', colocate_with => 'none', shard_count => $2)`, [
        table,
        shards,
      ]);
    else await db.query(`SELECT create_distributed_table($1, 'shard', colocate_with => 'ledger.accounts')`, [table]);
  }

  /** Shards are created with all rights. Revokes those that the owner lacks on the table. Later revokes propagate. */
  async revokeOnShards(db: Db): Promise<void> {
    const tables: { name: string }[] = await db.query(
      `SELECT oid::regclass AS name FROM pg_class c
       WHERE relnamespace = 'ledger'::regnamespace AND relkind IN ('r', 'p') AND relacl IS NOT NULL
         AND NOT EXISTS (SELECT FROM aclexplode(relacl) WHERE grantee = relowner AND privilege_type = 'DELETE')`,
    );
    for (const { name } of tables) await db.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${name} FROM CURRENT_USER`);
  }

  /** Removes copied rows from the coordinator, in the caller's transaction. May grant itself TRUNCATE for that. */
  async removeLocalRows(db: Db, table: string): Promise<void> {
    const [{ may }] = await db.query(`SELECT has_table_privilege($1, 'TRUNCATE') AS may`, [table]);
    // The next statements must run on the coordinator only.
    await db.query('SET LOCAL citus.enable_ddl_propagation = off');
    if (!may) await db.query(`GRANT TRUNCATE ON ${table} TO CURRENT_USER`);
    await db.query('SELECT truncate_local_data_after_distributing_table($1)', [table]);
    if (!may) await db.query(`REVOKE TRUNCATE ON ${table} FROM CURRENT_USER`);
  }

  /** Must run in a transaction: processes recognise a distributed ledger by these functions. */
  async distributeFunctions(db: Db, release: number): Promise<void> {
    const { sql, functions } = shardFunctions();
    await db.query('SET LOCAL check_function_bodies = off');
    await db.query(sql);
    for (const signature of calledFunctions) await db.query('SELECT create_distributed_function($1)', [signature]);
    for (const { signature, isEntry } of functions) {
      if (!isEntry) {
        await db.query('SELECT create_distributed_function($1)', [signature]);
        continue;
      }
      await db.query(`SELECT create_distributed_function($1, 'p_shard', colocate_with => 'ledger.accounts')`, [
        signature,
      ]);
      // The charging connection has this setting too, because a cached plan must also suit large tables.
      await db.query(`ALTER FUNCTION ${signature} SET enable_seqscan = off`);
    }
    await db.query(`COMMENT ON FUNCTION ${chargeFunction} IS 'release ${release}'`);
  }

  async releaseOfFunctions(db: Db): Promise<number> {
    const [{ comment }] = await db.query(
      `SELECT obj_description(to_regprocedure('${chargeFunction}'), 'pg_proc') AS comment`,
    );
    return Number(comment?.split(' ')[1] ?? 0);
  }

  /** `unfinished`: `loupe distribute` was interrupted. */
  async state(db: Db): Promise<'single' | 'unfinished' | 'distributed'> {
    const [{ has_functions, has_catalogue }] = await db.query(
      `SELECT to_regprocedure('${chargeFunction}') IS NOT NULL AS has_functions,
         to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS has_catalogue`,
    );
    if (has_functions) return 'distributed';
    if (!has_catalogue) return 'single';
    const [{ begun }] = await db.query(
      `SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('ledger.accounts')) AS begun`,
    );
    return begun ? 'unfinished' : 'single';
  }
}
