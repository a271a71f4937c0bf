import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { Connection } from '../../platform/database/connection';

/** Leaves time to look up, within the time of the callers, what became of a batch whose answer is lost. */
const statementTimeoutMs = 1_500;

/**
 * The one connection that a process charges through.
 *
 * Its fence is an advisory lock that the server holds for the connection's whole life. A new connection takes it before
 * anything else, and thereby waits until the old one has ended in the server too: a batch whose answer was lost has by then
 * been committed or undone for good, and looking it up tells the truth.
 */
export function chargeConnection(url: string, statementMs = statementTimeoutMs): Connection {
  const fence = randomBytes(8).readBigInt64BE().toString();
  return new Connection(url, { name: 'loupe-charges', prepare: (client) => prepare(client, fence), statementMs });
}

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
}
