// Creates a Citus cluster of a coordinator and two workers on this machine. Creates databases on any Citus cluster.
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Folder } from '../harness/folder.mjs';
import { Part } from '../harness/part.mjs';
import { api, Client } from '../harness/product.mjs';

const { EmbeddedPostgres } = api('platform/database/embedded/embedded-postgres');

const settings = [
  'shared_preload_libraries=citus',
  'max_prepared_transactions=200',
  'max_connections=400',
  // Citus starts a daemon for each database, and the tests create many.
  'max_worker_processes=64',
  'citus.node_conninfo=sslmode=prefer',
];

export async function query(url, ...statements) {
  const client = new Client({ connectionString: url, application_name: 'cluster' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function inDatabase(url, name) {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** @param programs folder of a PostgreSQL with Citus. @returns the URL of the coordinator, and a function that stops the cluster. */
export async function makeCluster(programs) {
  const folder = await Folder.make();
  const password = randomBytes(24).toString('base64url');
  const urls = [];
  try {
    for (const name of ['coordinator', 'worker-1', 'worker-2']) {
      const server = await EmbeddedPostgres.start(folder.of(name, { isPostgres: true }), settings, programs);
      const own = new URL(server.url);
      await query(own.href, `ALTER ROLE ${own.username} PASSWORD '${password}'`);
      own.password = password;
      urls.push(own.href);
    }
    await joinServers(urls);
  } catch (error) {
    // The folder stays, because it has the servers' logs.
    await folder.remove(true);
    throw error;
  }
  return { url: urls[0], stop: () => folder.remove() };
}

/** Joins the databases of these URLs to a cluster whose servers can sign in to each other. The coordinator is first. */
async function joinServers(urls, roles = []) {
  const logins = [...urls.slice(0, 1).map((url) => new URL(url)), ...roles];
  for (const url of urls) {
    await query(url, 'CREATE EXTENSION IF NOT EXISTS citus');
    for (const { username, password } of logins.filter((login) => login.password))
      await query(
        url,
        `INSERT INTO pg_dist_authinfo VALUES (0, '${username}', 'password=${password}') ON CONFLICT DO NOTHING`,
      );
  }
  const [coordinator, ...workers] = urls.map((url) => new URL(url));
  await query(
    coordinator.href,
    `SELECT citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`,
    ...workers.map(({ hostname, port }) => `SELECT citus_add_node('${hostname}', ${port})`),
  );
}

/**
 * Creates a database on every server of a cluster, owned by a role of the same name that is no superuser, as in production.
 * @param url a superuser's URL of the coordinator. @returns the new URL as that role, and the superuser's server URLs.
 */
export async function createDatabase(url, name) {
  const password = randomBytes(24).toString('base64url');
  const servers = (await nodesOf(url)).map((node) => node.url);
  for (const server of servers)
    await query(
      server,
      'SET citus.enable_create_role_propagation = off',
      `CREATE ROLE ${name} LOGIN PASSWORD '${password}'`,
      `CREATE DATABASE ${name} OWNER ${name}`,
    );
  const own = new URL(inDatabase(url, name));
  Object.assign(own, { username: name, password });
  await joinServers(
    servers.map((server) => inDatabase(server, name)),
    [own],
  );
  return { url: own.href, servers };
}

/** Blocks connections to a database on every server, because a database can be cloned only while nobody uses it. */
export async function closeTemplate({ servers }, name) {
  for (const server of servers)
    await query(
      server,
      `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
}

export async function cloneDatabase({ url, servers }, name) {
  const template = new URL(url).pathname.slice(1);
  await Promise.all(
    servers.map((server) => query(server, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${template}`)),
  );
  return { url: inDatabase(url, name), servers };
}

export async function dropDatabase({ servers }, name) {
  await Promise.all(
    servers.map(async (server) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        } catch (error) {
          // Citus reconnects to its databases while they are being dropped.
          if (error.code !== '55006' || attempt === 100) throw error;
        }
      }
    }),
  );
}

/** @returns the servers of a cluster, the coordinator first, as parts that can be killed after `find` */
export async function nodesOf(url) {
  const rows = await query(url, `SELECT nodename, nodeport, groupid FROM pg_dist_node WHERE isactive ORDER BY groupid`);
  return rows.map(({ nodename, nodeport, groupid }) => {
    const own = new URL(url);
    own.host = `${nodename}:${nodeport}`;
    return new Node({ name: groupid === 0 ? 'coordinator' : `worker ${groupid}`, url: own.href });
  });
}

class Node extends Part {
  isReady = () => query(this.url, 'SELECT 1').catch(() => false);

  /** Finds the server's processes. @returns whether they are on this machine, so that a test can kill them. */
  async find() {
    const [{ data_directory: folder }] = await query(this.url, 'SHOW data_directory');
    try {
      const pid = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0];
      const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
      const { uid, gid } = statSync(`/proc/${pid}`);
      const command = readlinkSync(`/proc/${pid}/exe`);
      Object.assign(this, { folder, log: `${folder}.log`, command, args, user: { uid, gid } });
      return true;
    } catch {
      return false;
    }
  }

  spawn() {
    rmSync(join(this.folder, 'postmaster.pid'), { force: true });
    super.spawn();
  }
}
