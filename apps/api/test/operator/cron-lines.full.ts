import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { migrations } from '../../src/platform/database/migrations';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const root = join(__dirname, '../../../..');
const guide = readFileSync(join(root, 'docs/operations/ledger.md'), 'utf8');
/** The lines of the operator's guide without their times, as cron passes them to the shell. */
const [onTheMachine, withCompose] = [...guide.matchAll(/^```cron\n(?:\S+\s+){5}(.*)\n```$/gm)].map(([, line]) => line!);

describe('the cron lines of the operator’s guide', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-cron-'));
  const [home, file, mailbox] = ['home', 'loupe.env', 'mailbox'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  let database: TestDatabase;
  beforeAll(async () => {
    mkdirSync(home);
    spawnSync(process.execPath, ['apps/api/bin/loupe.mjs', '--help'], { cwd: root });
    database = await createTestDatabase();
    await query(`INSERT INTO accounts (id, kind, name) OVERRIDING SYSTEM VALUE VALUES (7, 'customer', 'Example Ltd')`);
  });
  beforeEach(() => configure(database.url));
  afterAll(async () => {
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  const query = (sql: string) => database.dataSource.query(sql);
  const configure = (url: string) => writeFileSync(file, `DATABASE_URL=${url}\nMAIL_FROM=loupe@example.com\n`);
  const program = (name: string, script: string) => {
    const path = join(directory, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o700);
    return path;
  };
  const mail = program('mail', `{ echo "$@"; cat; } > ${mailbox}`);
  /** Replaces the guide's paths and programs with those of this machine. */
  const adapted = (line = '', docker = 'docker') =>
    line
      .replaceAll('/opt/loupe/', `${root}/`)
      .replaceAll('/etc/loupe.env', file)
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/usr/bin/docker', docker)
      .replaceAll('| mail ', `| ${mail} `)
      // macOS lacks this program.
      .replace(existsSync('/usr/bin/timeout') ? '' : 'timeout 12h ', '');
  const run = (line: string) => {
    rmSync(mailbox, { force: true });
    const environment = ['-i', 'PATH=/usr/bin:/bin', `HOME=${home}`];
    const { status, output } = spawnSync('env', [...environment, 'sh', '-c', line], { cwd: home, encoding: 'utf8' });
    expect(readdirSync(home)).toEqual([]);
    expect(output.join('')).toBe('');
    return { exitCode: status, mail: existsSync(mailbox) ? readFileSync(mailbox, 'utf8') : undefined };
  };
  const silence = { exitCode: 0, mail: undefined };
  const mailed = (text: string) => ({
    exitCode: 1,
    mail: expect.stringMatching(new RegExp(`^-s Loupe: check the ledger you@example.com\n(.*\n)*?.*${text}`)),
  });
  const withDifference = async <T>(work: () => T): Promise<T> => {
    await query(`UPDATE accounts SET balance_micros = 5 WHERE id = 7`);
    const ended = work();
    await query(`UPDATE accounts SET balance_micros = 0 WHERE id = 7`);
    return ended;
  };

  it('are one line each, without the percent sign that cron takes for a line break', () => {
    for (const line of [onTheMachine, withCompose]) expect(line).toMatch(/^[^%]+$/);
  });

  it('are silent when the ledger reconciles, and mail its differences', async () => {
    expect(run(adapted(onTheMachine))).toEqual(silence);
    const { pathname, port, password } = new URL(database.url);
    const ended = await withDifference(() => run(adapted(onTheMachine)));
    expect(ended).toEqual(mailed('balance: account 7: .*found 5\n(.*\n)*3 differences\n'));
    expect(ended).toEqual(mailed(`loupe: database ${pathname.slice(1)} at 127.0.0.1:${port}\n`));
    expect(ended.mail).not.toContain(password);
  });

  it('mail that there is no environment file, or that the file names no database', () => {
    writeFileSync(file, 'MAIL_FROM=loupe@example.com\n');
    expect(run(adapted(onTheMachine))).toEqual(mailed(`no npm start runs one in DATA_DIR ${home}/.data`));
    rmSync(file);
    expect(run(adapted(onTheMachine))).toEqual(mailed(`${file}: not found`));
  });

  it('mail that the database is unreachable or outdated', async () => {
    await query(`ALTER TABLE migrations RENAME TO elsewhere`);
    expect(run(adapted(onTheMachine))).toEqual(mailed(`${migrations.length} migrations behind: run loupe migrate\n`));
    await query(`ALTER TABLE elsewhere RENAME TO migrations`);
    configure(`postgres://loupe@127.0.0.1:${await freePort()}/loupe`);
    expect(run(adapted(onTheMachine))).toEqual(mailed('cannot connect to the database'));
  });

  it('mail that Node.js or the product is not found', () => {
    expect(run(adapted(onTheMachine).replace(process.execPath, '/nowhere/node'))).toEqual(mailed('/nowhere/node'));
    expect(run(adapted(onTheMachine).replace(root, '/nowhere'))).toEqual(mailed('Cannot find module'));
  });

  it('work the same way with Compose, through a running container', async () => {
    // Stands in for Docker: the command runs with only the container's environment.
    const docker = program(
      'docker',
      `[ "$1 $2 $4 $5 $6 $7" = 'compose -f exec -T api-1 loupe' ] && [ -f "$3" ] || exit 125
      shift 7
      exec ${process.execPath} --env-file=${file} ${root}/apps/api/dist/cli/operator/main.js "$@"`,
    );
    expect(run(adapted(withCompose, docker))).toEqual(silence);
    expect(await withDifference(() => run(adapted(withCompose, docker)))).toEqual(mailed('3 differences\n'));
    const stopped = program('docker', `echo 'service "api-1" is not running' >&2; exit 1`);
    expect(run(adapted(withCompose, stopped))).toEqual(mailed('service "api-1" is not running\n'));
  });
});
