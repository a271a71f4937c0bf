import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { thisCheckout } from './product.mjs';

/** Builds another commit in a temporary folder and runs `work` with its URL. */
export async function withRevision(revision, work) {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-revision-'));
  const checkout = fileURLToPath(thisCheckout);
  try {
    run('git', ['worktree', 'add', '--quiet', '--detach', directory, revision], checkout);
    run(
      'npm',
      ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
      directory,
    );
    run('npm', ['run', '--silent', 'build'], directory);
    return await work(pathToFileURL(`${directory}/`));
  } finally {
    rmSync(directory, { recursive: true, force: true });
    run('git', ['worktree', 'prune'], checkout);
  }
}

function run(command, parameters, cwd) {
  const { status } = spawnSync(command, parameters, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} failed`);
}
