import type { QueryRunner } from 'typeorm';
import type { Db } from '../db';
import { migrations } from '../migrations';
import { shardCount } from '../shards';
import { type ClusterNode, DistributionRepository, type LedgerTable } from './distribution.repository';

const oldestCitus = 13;

/** The number in the name of the newest migration. */
const release = Number(/\d+$/.exec(migrations.at(-1)!.name)![0]);

export interface DistributionPlan {
  readonly obstacles: readonly string[];
  readonly nodes: readonly ClusterNode[];
  readonly tables: readonly LedgerTable[];
}

/** Whether the ledger is distributed. @throws {Error} when the distribution is unfinished */
export async function isDistributed(db: Db): Promise<boolean> {
  const state = await new DistributionRepository().state(db);
  if (state === 'unfinished') throw new Error('only a part of the ledger is distributed: run loupe distribute --apply');
  return state === 'distributed';
}

/**
 * The shards to run a statement for. On a distributed ledger, these are all shards, because Citus restricts statements
 * across shards. Otherwise `[null]`: one statement for all shards.
 */
export async function ledgerParts(db: Db): Promise<(number | null)[]> {
  return (await isDistributed(db)) ? Array.from({ length: shardCount }, (_, shard) => shard) : [null];
}

export async function planDistribution(db: Db): Promise<DistributionPlan> {
  const repository = new DistributionRepository();
  const version = await repository.extension(db);
  if (version === null) {
    const obstacles = ['this database has no Citus: run CREATE EXTENSION citus in it, as a superuser, on every server'];
    return { obstacles, nodes: [], tables: [] };
  }
  const nodes = await repository.nodes(db);
  const obstacles = nodes.flatMap((node) =>
    obstaclesOf(node, nodes[0]!).map((obstacle) => `${node.address}: ${obstacle}`),
  );
  if (!(await repository.isCoordinator(db))) obstacles.push('DATABASE_URL is not the coordinator of the cluster');
  if (nodes.length === 1) obstacles.push('the cluster has no worker: add one with SELECT citus_add_node(…)');
  const charging = await repository.chargingProcesses(db);
  if (charging > 0) obstacles.push(`${charging} processes of the API are connected: stop them first`);
  return { obstacles, nodes, tables: await repository.tables(db) };
}

function obstaclesOf(node: ClusterNode, coordinator: ClusterNode): string[] {
  if (node.error !== null) return [`cannot be queried: ${node.error}`];
  const obstacles: string[] = [];
  if (Number.parseInt(node.citus, 10) < oldestCitus) obstacles.push(`Citus ${node.citus} is older than ${oldestCitus}`);
  if (node.citus !== coordinator.citus)
    obstacles.push(`Citus is ${node.citus}, on the coordinator ${coordinator.citus}`);
  if (node.postgres !== coordinator.postgres)
    obstacles.push(`PostgreSQL is ${node.postgres}, on the coordinator ${coordinator.postgres}`);
  if (node.fsync !== 'on') obstacles.push('fsync must be on');
  if (node.synchronousCommit === 'off') obstacles.push('synchronous_commit must not be off');
  if (node.preparedTransactions === 0) obstacles.push('max_prepared_transactions must not be 0');
  return obstacles;
}

/**
 * Distributes remaining tables, then recreates the charging functions on the workers. Can be interrupted and run again:
 * a table is copied in one transaction. The functions come last, because they mark the ledger as distributed.
 * @param db must hold the migration lock, so that starting processes wait
 */
export async function distribute(db: QueryRunner, tell: (step: string) => void = () => undefined): Promise<void> {
  const repository = new DistributionRepository();
  for (const { name, isDistributed } of await repository.tables(db)) {
    if (isDistributed) continue;
    tell(`distributing ${name}`);
    await repository.distribute(db, name, shardCount);
  }
  for (const { name, localBytes } of await repository.tables(db)) {
    if (localBytes === 0) continue;
    tell(`removing the copied rows of ${name} from the coordinator`);
    await db.manager.transaction((manager) => repository.removeLocalRows(manager, name));
  }
  await repository.revokeOnShards(db);
  tell('creating the charging functions on the workers');
  await db.manager.transaction((manager) => repository.distributeFunctions(manager, release));
}

/** Distributes new tables, and replaces functions of an older release. Newer functions stay. */
export async function updateDistribution(db: QueryRunner, hasMigrated: boolean): Promise<void> {
  if (!(await isDistributed(db))) return;
  if (hasMigrated || (await new DistributionRepository().releaseOfFunctions(db)) < release) await distribute(db);
}
