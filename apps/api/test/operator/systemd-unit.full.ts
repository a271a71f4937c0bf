import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { endWithinMs } from '../../src/platform/config/env';
import { describeWith, findProgram } from '../support/programs';
import { createTestDatabase } from '../support/test-database';
import { until } from '../support/until';

const root = join(__dirname, '../../../..');
const file = join(root, 'deploy/systemd/loupe.service');
const lines = readFileSync(file, 'utf8').split('\n');
const settings = (name: string) =>
  lines.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []));

describeWith(findProgram('systemd-analyze'), 'systemd-analyze', 'the settings of the unit for systemd', () => {
  it('are all known to systemd', () => {
    // A setting that systemd does not know is only a warning, with exit code 0.
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    const warnings = stderr.split('\n').filter((line) => line.startsWith(file));
    expect({ status, warnings }).toEqual({ status: 0, warnings: [] });
  });
});

describe('the unit for systemd', () => {
  it('waits for the end of a process as long as the process may take', () => {
    const seconds = endWithinMs({ LAME_DUCK_SECONDS: 5, UPSTREAM_TIMEOUT_MS: 15_000 }) / 1_000;
    expect(settings('TimeoutStopSec')).toEqual([`${seconds}`]);
  });

  it('starts Loupe with its command and environment, and SIGTERM ends it with code 0', async () => {
    const database = await createTestDatabase();
    const directory = mkdtempSync(join(tmpdir(), 'loupe-unit-'));
    const [port, managementPort] = [await freePort(), await freePort()];
    const ofUnit = Object.fromEntries(
      settings('Environment').flatMap((line) => line.split(' ').map((one) => one.split('='))),
    );
    expect(ofUnit.DATA_DIR).toBe(`/var/lib/${settings('StateDirectory')[0]}`);
    const ofFile = {
      DATABASE_URL: database.url,
      PUBLIC_URL: 'https://loupe.example.com',
      CURSOR_SECRET: 'c'.repeat(32),
      SECRETS_KEY: 's'.repeat(32),
      UPSTREAM_BASE_URL: 'http://127.0.0.1:9',
      LAME_DUCK_SECONDS: '0',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      MANAGEMENT_PORT: `${managementPort}`,
    };
    const [program, ...words] = settings('ExecStart')[0]!.split(' ');
    expect(program).toBe('/usr/bin/node');
    const service = spawn(process.execPath, words, {
      cwd: root,
      env: { ...ofUnit, ...ofFile, DATA_DIR: join(directory, 'data') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = once(service, 'exit');
    const isReady = () =>
      fetch(`http://127.0.0.1:${managementPort}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('it is ready', async () => service.exitCode !== null || (await isReady()), 30_000);
    expect(service.exitCode).toBeNull();
    service.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    rmSync(directory, { recursive: true });
    await database.drop();
  });
});
