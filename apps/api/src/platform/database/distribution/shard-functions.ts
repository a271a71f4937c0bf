import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const files = ['spending_caps', 'charge_batch', 'charge_keys', 'log_usage', 'shard_sessions'];
/** Functions that processes call directly. They run on the shard's server. */
const entries = new Set(['charge_batch', 'log_usage', 'probe_charges', 'end_session']);

export interface ShardFunction {
  /** With parameter types, such as `log_usage(smallint, usage_request[])`. */
  readonly signature: string;
  readonly isEntry: boolean;
}

export const calledFunctions = ['loupe_uuid_time(uuid)', 'shard_of(bigint)'];

/** The ledger's functions for one shard: the SQL files, with a shard parameter and conditions on the shard. */
export function shardFunctions(): { sql: string; functions: ShardFunction[] } {
  const text = files
    .map((name) => readFileSync(join(__dirname, '../schema/functions', `${name}.sql`), 'utf8'))
    .join('\n');
  const names = new Set([...text.matchAll(/FUNCTION (\w+)\(/g)].map(([, name]) => name!));
  let sql = text
    .replaceAll('/* AND shard = p_shard */', 'AND shard = p_shard')
    .replaceAll(/shard_of\((account_id|account_ids\[(c\.)?n\])\)/g, 'p_shard');
  for (const name of names) {
    sql = sql.replaceAll(new RegExp(`(?<!FUNCTION )\\b${name}\\(`, 'g'), `${name}(p_shard, `);
    sql = sql.replaceAll(`FUNCTION ${name}(`, `FUNCTION ${name}(p_shard smallint, `);
  }
  const functions = [...sql.matchAll(/FUNCTION (\w+)\(([^)]*)\)/g)].map(([, name, parameters]) => ({
    signature: `${name}(${parameters!.split(',').map(typeOf).join(', ')})`,
    isEntry: entries.has(name!),
  }));
  return { sql, functions };
}

function typeOf(parameter: string): string {
  return parameter.trim().split(' ').slice(1).join(' ');
}
