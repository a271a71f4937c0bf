// `npm run verify`: checks of the code, the generated files and the documents, two at a time. Each prints output only if it fails.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './lib/freshness.mjs';
import { prepare } from './lib/prepare.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);

const checks = [
  ['format and lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['types of the dashboard', bin('tsc'), ['-p', 'apps/dashboard']],
  ['import rules', 'npm', ['run', 'imports']],
  ['unused code', bin('knip'), []],
  ['OpenAPI rules', bin('redocly'), ['lint', 'apps/api/openapi.json']],
  ['generated files', process.execPath, ['scripts/generate.mjs', '--check']],
  ['the dashboard’s client', 'npm', ['run', '-w', 'apps/dashboard', 'client:check']],
  ['documents', process.execPath, ['node_modules/jest/bin/jest.js', '--maxWorkers=1', '--selectProjects', 'docs']],
];

function run([name, command, parameters]) {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    const child = spawn(command, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (status) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(
        `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n${status === 0 ? '' : output}`,
      );
      resolve(status === 0);
    });
  });
}

await prepare();
const queue = [...checks];
const results = [];
const worker = async () => {
  for (let check = queue.shift(); check; check = queue.shift()) results.push(await run(check));
};
await Promise.all([worker(), worker()]);
process.exit(results.every(Boolean) ? 0 : 1);
