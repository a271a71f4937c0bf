import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createTestDatabase } from './test-database';

/** Creates a database whose owner has no other rights on the server, as in docker-compose.yml. @returns its URL. */
export async function createOrdinaryRole(maxConnections = -1): Promise<string> {
  // On a cluster, all tests use such a role.
  if (process.env.TEST_DATABASE_SERVERS) return (await createTestDatabase()).url;
  const server = new URL(process.env.TEST_DATABASE_URL!);
  server.pathname = '/postgres';
  const superuser = new Client({ connectionString: server.href });
  await superuser.connect();
  const name = `ordinary_${randomBytes(4).toString('hex')}`;
  await superuser.query(`CREATE ROLE ${name} LOGIN PASSWORD 'ordinary' CONNECTION LIMIT ${maxConnections}`);
  await superuser.query(`CREATE DATABASE ${name} OWNER ${name}`);
  await superuser.end();
  return Object.assign(server, { username: name, password: 'ordinary', pathname: `/${name}` }).href;
}
