import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { startTestApi } from '../support/test-api';

/** What docker-compose.yml gives Loupe: a role that owns its database, and may nothing else on the server. */
async function createOrdinaryRole(): Promise<URL> {
  const server = new URL(process.env.TEST_DATABASE_URL!);
  server.pathname = '/postgres';
  const superuser = new Client({ connectionString: server.href });
  await superuser.connect();
  const name = `ordinary_${randomBytes(4).toString('hex')}`;
  await superuser.query(`CREATE ROLE ${name} LOGIN PASSWORD 'ordinary'`);
  await superuser.query(`CREATE DATABASE ${name} OWNER ${name}`);
  await superuser.end();
  return Object.assign(server, { username: name, password: 'ordinary', pathname: `/${name}` });
}

describe('a database role that is no superuser', () => {
  it('is enough to make the schema, charge, and answer', async () => {
    const url = await createOrdinaryRole();
    const api = await startTestApi({ DATABASE_URL: url.href });
    const { key, accountId } = await api.tenants.create('1');
    expect((await api.get('/users/1001', key)).status).toBe(200);
    expect(await api.tenants.balanceMicros(accountId)).toBe(999_400n);
    await api.stop();
  });
});
