import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');

/** `npm run chaos` in its short form: what it prints, and how it ends. */
function runChaos(rounds: number): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const chaos = spawn(process.execPath, ['scripts/chaos.mjs', '--rounds', String(rounds)], { cwd: root });
    let output = '';
    for (const stream of [chaos.stdout, chaos.stderr]) stream.on('data', (chunk) => (output += chunk));
    chaos.once('close', (code) => resolve({ code, output }));
  });
}

describe('killing the API and PostgreSQL under load', () => {
  it('loses no acknowledged charge, doubles none, and leaves books without a difference', async () => {
    const { code, output } = await runChaos(5);
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  }, 300_000);
});
