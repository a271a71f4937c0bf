import { Injectable } from '@nestjs/common';
import type { Db } from '../data-source';

/** A table of the ledger, partitions not counted apart. */
export interface LedgerTable {
  readonly name: string;
  readonly isDistributed: boolean;
  /** On the coordinator: what is to be distributed, or was and is not removed yet. */
  readonly localBytes: number;
}

/** What a server of the cluster says of itself; `fault` where it could not be asked. */
export interface ClusterNode {
  readonly address: string;
  readonly fault: string | null;
  readonly postgres: string;
  readonly citus: string;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly preparedTransactions: number;
}

/** One line of facts, so that every server answers in the same form; the driver splits it. */
const facts = `SELECT concat_ws('|', current_setting('server_version_num')::int / 10000,
  (SELECT extversion FROM pg_extension WHERE extname = 'citus'), current_setting('fsync'), current_setting('synchronous_commit'),
  current_setting('max_prepared_transactions'))`;

const ledgerTables = `
  SELECT c.oid, c.relkind, 'ledger.' || relname AS name FROM pg_class c
  WHERE relnamespace = to_regnamespace('ledger') AND relkind IN ('r', 'p') AND NOT relispartition`;

/** How the ledger lies on the servers of a Citus cluster: all statements that only a coordinator understands. */
@Injectable()
export class DistributionRepository {
  /** Version of the extension in this database; null where it is not. */
  async extension(db: Db): Promise<string | null> {
    const [row] = await db.query(`SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`);
    return row?.version ?? null;
  }

  async isCoordinator(db: Db): Promise<boolean> {
    const [{ is }] = await db.query('SELECT citus_is_coordinator() AS is');
    return is;
  }

  /** The coordinator, and the workers that may have shards. */
  async nodes(db: Db): Promise<ClusterNode[]> {
    const rows: { address: string; success: boolean; result: string }[] = await db.query(
      `SELECT 'coordinator' AS address, true AS success, (${facts}) AS result
       UNION ALL
       SELECT nodename || ':' || nodeport, success, result
       FROM run_command_on_workers($1) JOIN pg_dist_node USING (nodename, nodeport) WHERE isactive`,
      [facts],
    );
    return rows.map(({ address, success, result }) => {
      const [postgres = '', citus = '', fsync = '', synchronousCommit = '', prepared] = success ? result.split('|') : [];
      const fault = success ? null : result;
      return { address, fault, postgres, citus, fsync, synchronousCommit, preparedTransactions: Number(prepared) };
    });
  }

  /** Processes that charge now: they would go on as if there were one server. */
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
         (SELECT coalesce(sum(pg_relation_size(relid)), 0) FROM pg_partition_tree(t.oid)) AS bytes
       FROM (${ledgerTables}) AS t ORDER BY name <> 'ledger.accounts', name`,
    );
    return rows.map((row) => ({
      name: row.name,
      isDistributed: row.is_distributed,
      localBytes: Number(row.bytes),
    }));
  }

  /** Copies what is in it to the shards, in one transaction: it is distributed afterwards, or as it was. */
  async distribute(db: Db, table: string, shards: number): Promise<void> {
    if (table === 'ledger.accounts')
      await db.query(`SELECT create_distributed_table($1, 'shard', colocate_with => 'none', shard_count => $2)`, [
        table,
        shards,
      ]);
    else await db.query(`SELECT create_distributed_table($1, 'shard', colocate_with => 'ledger.accounts')`, [table]);
  }

  /** Removes what was copied from the coordinator's disk. */
  async removeLocalRows(db: Db, table: string): Promise<void> {
    await db.query('SELECT truncate_local_data_after_distributing_table($1)', [table]);
  }
}
