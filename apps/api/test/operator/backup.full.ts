import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parse } from 'yaml';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres';
import { choosePostgresUser } from '../../src/platform/database/embedded/postgres-binaries';
import { openForLongStatements } from '../../src/platform/database/open-database';
import { describeWith } from '../support/programs';
import { startTestApi } from '../support/test-api';

const root = join(__dirname, '../../../..');
const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
/** The command of the guide that begins so, without Docker. */
const commandOf = (docker: string) =>
  guide
    .split('\n')
    .find((line) => line.startsWith(docker))!
    .slice(docker.length);
const backUp = commandOf('docker compose exec -T postgres ');
const unpack = commandOf('docker compose run --rm --no-deps -T --entrypoint sh postgres ');
const replay = commandOf('docker compose run --rm --no-deps postgres ');

const programs = [18, 17, 16, 15]
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) => existsSync(join(folder, 'pg_basebackup')));

describeWith(programs, 'pg_basebackup', 'a backup, made and restored as the guide says', () => {
  const user = choosePostgresUser();
  const directory = mkdtempSync(join(tmpdir(), 'loupe-backup-'));
  const [archive, volume] = [join(directory, 'archive'), join(directory, 'volume')];
  const here = (text: string) =>
    text
      .replaceAll('/archive', archive)
      .replaceAll('/var/lib/postgresql', volume)
      .replace('--username=postgres', '--username=loupe');
  const settings = compose.services.postgres.command
    .filter((word: string) => word.includes('='))
    .map((word: string) => here(word.trim()));
  let postgres: EmbeddedPostgres;

  const shell = (command: string, url?: URL) => {
    const { status, stderr } = spawnSync('sh', ['-c', command], {
      ...user,
      cwd: directory,
      encoding: 'utf8',
      env: {
        PATH: `${programs}:${process.env.PATH}`,
        PGHOST: url?.hostname,
        PGPORT: url?.port,
        PGPASSWORD: url?.password,
      },
    });
    expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: expect.any(String) });
  };
  /** Until its log says that the last thing is done that is in the archive. */
  const replayUntil = async (moment: string, dataDirectory: string) => {
    const command = here(replay).replace(/recovery_target_time='[^']*'/, `recovery_target_time='${moment}'`);
    const place = `-D ${dataDirectory} -c port=${new URL(postgres.url).port} -c unix_socket_directories= -c max_connections=200`;
    const server = spawn('sh', ['-c', `exec ${programs}/${command} ${place}`], { ...user, cwd: directory });
    let log = '';
    server.stderr.on('data', (chunk) => (log += chunk));
    while (server.exitCode === null && !log.includes('archive recovery complete')) await sleep(50);
    expect(log).toContain('archive recovery complete');
    server.kill('SIGINT');
    await new Promise((resolve) => server.once('exit', resolve));
  };

  beforeAll(async () => {
    for (const folder of [archive, volume, join(volume, '18')]) {
      mkdirSync(folder);
      if (user) chownSync(folder, user.uid, user.gid);
    }
    if (user) chownSync(directory, user.uid, user.gid);
    postgres = await EmbeddedPostgres.start(directory, settings, programs);
  });
  afterAll(async () => {
    await postgres?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('gives the books of a moment between two charges, and they are right', async () => {
    const api = await startTestApi({ DATABASE_URL: postgres.url });
    const { accountId, key } = await api.tenants.create('1');
    const charge = async (used: string) => expect((await api.get('/users/1001', used)).status).toBe(200);
    await charge(key);
    shell(here(backUp), new URL(postgres.url));
    await charge(key);
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    const balanceThen = await api.tenants.balanceMicros(accountId);
    await sleep(10);
    const { rows } = await admin.query('SELECT clock_timestamp()::text AS moment');
    await sleep(10);
    await charge(key);
    await api.stop();
    // Within a minute, without being asked.
    const { rows: switched } = await admin.query('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    while (!existsSync(join(archive, `${switched[0].file}.gz`))) await sleep(50);
    await admin.end();
    await postgres.stop();

    const { clusterDir } = postgres;
    renameSync(clusterDir, join(volume, '18', 'docker'));
    shell(here(unpack).replace(/^-c/, 'sh -c'));
    await replayUntil(rows[0].moment, join(volume, '18', 'docker'));
    renameSync(join(volume, '18', 'docker'), clusterDir);
    postgres = await EmbeddedPostgres.start(directory, settings, programs);
    const restored = await openForLongStatements(postgres.url, 2);
    expect(await reconcile(restored)).toEqual([]);
    await restored.destroy();
    const again = await startTestApi({ DATABASE_URL: postgres.url });
    expect(await again.tenants.balanceMicros(accountId)).toBe(balanceThen);
    expect((await again.get('/users/1001', key)).headers.get('x-balance-usd')).toBe('0.998200');
    await again.stop();
  });
});
