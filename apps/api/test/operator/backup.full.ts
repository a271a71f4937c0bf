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
import { WalArchive } from '../../src/platform/database/wal-archive';
import { describeWith } from '../support/programs';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';

const root = join(__dirname, '../../../..');
const guide = readFileSync(join(root, 'docs/operations/backup-and-restore.md'), 'utf8');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
const commandOf = (docker: string) =>
  guide
    .split('\n')
    .find((line) => line.startsWith(docker))!
    .slice(docker.length);
const backUp = commandOf('docker compose exec -T postgres ');
const unpack = commandOf('docker compose run --rm --no-deps -T --entrypoint sh postgres ');
/** Expands a value as Compose does when no variable is set. */
const interpolated = (text: string) => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');

const programs = [18, 17, 16, 15]
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) => existsSync(join(folder, 'pg_basebackup')));

describeWith(programs, 'pg_basebackup', 'a backup that follows the guide', () => {
  const user = choosePostgresUser();
  const directory = mkdtempSync(join(tmpdir(), 'loupe-backup-'));
  const [archive, volume, checkout] = ['archive', 'volume', 'checkout'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const here = (text: string) =>
    text
      .replaceAll('/archive', archive)
      .replaceAll('/var/lib/postgresql', volume)
      .replace('--username=postgres', '--username=loupe');
  const settings = compose.services.postgres.command
    .filter((word: string) => word.includes('='))
    .map((word: string) => here(interpolated(word.trim())));
  let postgres: EmbeddedPostgres;
  let api: TestApi;
  let tenant: Tenant;

  const shell = (command: string, url?: URL) => {
    const { status, stderr } = spawnSync('sh', ['-c', command], {
      ...user,
      cwd: checkout,
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
  /** Runs PostgreSQL until it has replayed the archive up to the given moment. */
  const replayUntil = async (moment: string, dataDirectory: string) => {
    const port = new URL(postgres.url).port;
    const words = [
      ...settings,
      `recovery_target_time=${moment}`,
      `port=${port}`,
      'unix_socket_directories=',
      'max_connections=200',
    ];
    const args = words.flatMap((word) => ['-c', word]);
    const server = spawn(`${programs}/postgres`, ['-D', dataDirectory, ...args], { ...user, cwd: directory });
    let log = '';
    server.stderr.on('data', (chunk) => (log += chunk));
    while (server.exitCode === null && !log.includes('archive recovery complete')) await sleep(50);
    expect(log).toContain('archive recovery complete');
    server.kill('SIGINT');
    await new Promise((resolve) => server.once('exit', resolve));
  };
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    await client.end();
    return rows[0]?.[0];
  };
  const charge = async () => expect((await api.get('/users/1001', tenant.key)).status).toBe(200);
  const noteMoment = async () => {
    await charge();
    const balance = await api.tenants.balanceMicros(tenant.accountId);
    await sleep(10);
    const time = await query('SELECT clock_timestamp()::text');
    await sleep(10);
    await charge();
    return { time, balance };
  };
  const untilArchived = async () => {
    const file = await query('SELECT pg_walfile_name(pg_switch_wal())');
    while (!existsSync(join(archive, `${file}.gz`))) await sleep(50);
  };
  const restore = async ({ time, balance }: { time: string; balance: bigint }) => {
    await api.stop();
    await untilArchived();
    await postgres.stop();
    const { clusterDir } = postgres;
    renameSync(clusterDir, join(volume, '18', 'docker'));
    shell(here(unpack).replace(/^-ec/, 'sh -ec'));
    await replayUntil(time, join(volume, '18', 'docker'));
    renameSync(join(volume, '18', 'docker'), clusterDir);
    postgres = await EmbeddedPostgres.start(directory, settings, programs);
    const restored = await openForLongStatements(postgres.url, 2);
    expect(await reconcile(restored)).toEqual([]);
    await restored.destroy();
    api = await startTestApi({ DATABASE_URL: postgres.url });
    expect(await api.tenants.balanceMicros(tenant.accountId)).toBe(balance);
    // Charging and archiving continue.
    await charge();
    await untilArchived();
  };

  beforeAll(async () => {
    for (const folder of [archive, volume, join(volume, '18'), checkout, join(directory, 'backup')]) {
      mkdirSync(folder);
      if (user) chownSync(folder, user.uid, user.gid);
    }
    if (user) chownSync(directory, user.uid, user.gid);
    postgres = await EmbeddedPostgres.start(directory, settings, programs);
    api = await startTestApi({ DATABASE_URL: postgres.url });
    tenant = await api.tenants.create('1');
  });
  afterAll(async () => {
    await api?.stop();
    await postgres?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('restores the ledger to any moment between two charges, repeatedly, later or earlier, and the restored ledger reconciles', async () => {
    await charge();
    shell(here(backUp), new URL(postgres.url));
    const early = await noteMoment();
    await restore(early);
    const late = await noteMoment();
    await restore(late);
    await restore(early);
  });

  it('is reported as at risk when archiving fails', async () => {
    const db = await openForLongStatements(postgres.url, 1);
    // PostgreSQL does not complete an empty WAL segment, so this writes to it first.
    const endSegment = async () => {
      await query(`SELECT pg_logical_emit_message(true, 'test', 'written')`);
      await query('SELECT pg_switch_wal()');
    };
    const wal = new WalArchive(db);
    await wal.check();
    expect(wal.unarchivedSeconds).toBe(0);
    renameSync(archive, `${archive}-away`);
    await endSegment();
    while (wal.unarchivedSeconds === 0) await wal.check().then(() => sleep(50));
    renameSync(`${archive}-away`, archive);
    // Makes the archiver retry now.
    await endSegment();
    while (wal.unarchivedSeconds > 0) await wal.check().then(() => sleep(50));
    await db.destroy();
  });
});
