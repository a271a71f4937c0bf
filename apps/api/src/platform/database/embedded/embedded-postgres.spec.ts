import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { variablesOfAnotherServer } from '../../../../test/support/postgres-variables';
import { openForLongStatements } from '../open-database';
import { EmbeddedPostgres, findRunningServer } from './embedded-postgres';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('EmbeddedPostgres', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-pg-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('takes over a cluster whose server is still running, with all commits', async () => {
    const first = await EmbeddedPostgres.start(directory);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    // `first` is not stopped: a second start must find it running, end it and start again.
    const second = await EmbeddedPostgres.start(directory);
    await first.exited;
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('finds a running server in its own folder, and not in a copy of that folder', async () => {
    const copy = join(directory, 'copy');
    expect(findRunningServer(directory)).toBeUndefined();
    const server = await EmbeddedPostgres.start(directory);
    mkdirSync(join(copy, 'postgres'), { recursive: true });
    for (const file of ['postgres.password', 'postgres/postmaster.pid'])
      copyFileSync(join(directory, file), join(copy, file));
    expect(findRunningServer(directory)).toBe(server.serviceUrl);
    expect(findRunningServer(copy)).toBeUndefined();
    await server.stop();
    expect(findRunningServer(directory)).toBeUndefined();
  });

  it('grants Loupe only the rights of the owner of its tables', async () => {
    const server = await EmbeddedPostgres.start(directory);
    await (await openForLongStatements(server.serviceUrl, 2)).destroy();
    await query(server.serviceUrl, 'ALTER TABLE account_profiles ADD more integer');
    for (const refused of ['UPDATE ledger.transfers SET kind = kind', 'SET ROLE loupe', 'CREATE ROLE other'])
      await expect(query(server.serviceUrl, refused)).rejects.toThrow('permission denied');
    await server.stop();
  });

  it('prevents Loupe from becoming a superuser: it has its own password, and cannot read the superuser’s', async () => {
    const server = await EmbeddedPostgres.start(directory);
    const withItsPassword = new URL(server.serviceUrl);
    withItsPassword.username = 'loupe';
    await expect(query(withItsPassword.href, 'SELECT')).rejects.toThrow('password authentication failed');
    const programs = 'CREATE TEMP TABLE said (line text); COPY said FROM PROGRAM $$id$$';
    for (const refused of [
      programs,
      'SELECT rolpassword FROM pg_authid',
      'GRANT EXECUTE ON FUNCTION pg_read_file(text) TO loupe_service',
      'ALTER FUNCTION pg_read_file(text) SECURITY DEFINER',
    ])
      await expect(query(server.serviceUrl, refused)).rejects.toThrow(/permission denied|must be owner/);
    await server.stop();
    for (const file of ['postgres.password', 'postgres.superuser-password'])
      expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
  });

  it('starts again after the server was killed', async () => {
    const killed = await EmbeddedPostgres.start(directory);
    const [{ pid }] = (await query(
      killed.url,
      "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid",
    )) as [{ pid: number }];
    process.kill(pid, 'SIGKILL');
    const next = await EmbeddedPostgres.start(directory);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await next.stop();
  });

  describe('in a shell with variables for another server', () => {
    let server: EmbeddedPostgres;
    beforeAll(async () => {
      Object.assign(process.env, variablesOfAnotherServer);
      server = await EmbeddedPostgres.start(join(directory, 'another'));
    });
    afterAll(() => server.stop());
    afterEach(() => {
      for (const name of Object.keys(variablesOfAnotherServer)) delete process.env[name];
    });

    it('creates, starts and reaches its cluster by its own settings', async () => {
      const [settings] = await query(
        server.serviceUrl,
        `SELECT current_database() AS database, current_user AS role, current_setting('client_encoding') AS encoding,
           current_setting('DateStyle') AS dates, current_setting('TimeZone') <> 'Nowhere/Else' AS "hasOwnZone"`,
      );
      const expected = {
        database: 'loupe',
        role: 'loupe_service',
        encoding: 'UTF8',
        dates: 'ISO, MDY',
        hasOwnZone: true,
      };
      expect(settings).toEqual(expected);
    });

    it.each(Object.entries(variablesOfAnotherServer))(
      'finds and reaches the running server with %s=%s',
      async (name, value) => {
        process.env[name] = value;
        const dataSource = await openForLongStatements(findRunningServer(join(directory, 'another'))!, 1);
        const [row] = await dataSource.query(
          "SELECT current_user AS role, current_setting('application_name') AS program",
        );
        await dataSource.destroy();
        expect(row).toEqual({ role: 'loupe_service', program: 'loupe' });
      },
    );
  });
});
