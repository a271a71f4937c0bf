// What scripts use of the product: its built modules, the packages they load, and the operator's commands.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../../../scripts/lib/freshness.mjs';

const load = createRequire(join(root, 'apps/api/package.json'));

/** Loads a built module of the API by its path below `src`, so that scripts use the product's own code. */
export const api = (path) => load(join(root, 'apps/api/dist', `${path}.js`));
export const { Client } = load('pg');
export const { Redis } = load('ioredis');
export const operatorProgram = join(root, 'apps/api/dist/cli/operator/main.js');

/** Runs a command of the operator. @returns `{status, stdout, output}`; `output` also has what it wrote as errors. */
export function loupe(variables, words, input = '') {
  const env = { ...process.env, ...variables };
  return new Promise((resolve) => {
    const { stdin } = execFile(process.execPath, [operatorProgram, ...words], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? (error.code ?? 1) : 0, stdout, output: stdout + stderr }),
    );
    stdin.on('error', () => undefined).end(input);
  });
}
