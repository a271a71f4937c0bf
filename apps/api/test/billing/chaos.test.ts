import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');

describe('killing the API and PostgreSQL under load', () => {
  let chaos: ChildProcess;
  afterEach(async () => {
    // Only of a run that is still going on, after a timeout: it ends what it has started.
    if (chaos.exitCode === null && chaos.kill('SIGTERM')) await once(chaos, 'exit');
  }, 60_000);

  it('loses no acknowledged charge, doubles none, and leaves books without a difference', async () => {
    chaos = spawn(process.execPath, ['scripts/chaos.mjs', '--rounds', '5'], { cwd: root });
    let output = '';
    for (const stream of [chaos.stdout!, chaos.stderr!]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(chaos, 'close');
    // The output first: of a run that failed it says why.
    const zeros = [
      'lost',
      'doubled',
      'charged though told free',
      'top-ups lost or doubled',
      'differences',
      'races lost',
    ];
    for (const count of zeros) expect(output).toMatch(new RegExp(`^${count} +0$`, 'm'));
    expect(Number(/^acknowledged +(\d+)$/m.exec(output)?.[1])).toBeGreaterThan(100);
    expect(code).toBe(0);
  }, 300_000);
});
