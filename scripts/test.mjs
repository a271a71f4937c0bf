// `npm test`: prepares what is missing, runs every test, and ends with one line of counts.
// With arguments only Jest's main configuration runs, and gets them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/freshness.mjs';
import { prepare } from './lib/prepare.mjs';

const everything = 'jest.config.cjs';
const inTheBrowser = 'apps/dashboard/test/jest.config.cjs';
const results = join(root, '.cache', 'jest-results.json');

/** Runs Jest with one configuration. A suite that could not even be loaded counts as one failed test. */
function run(config, parameters) {
  rmSync(results, { force: true });
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  spawnSync(process.execPath, [jest, '--config', config, '--json', `--outputFile=${results}`, ...parameters], {
    cwd: root,
    // The report goes to a file and to standard error; the same as JSON on standard output is for nobody to read.
    stdio: ['inherit', 'ignore', 'inherit'],
  });
  const { numPassedTests, numFailedTests, numPendingTests, success } = JSON.parse(readFileSync(results, 'utf8'));
  return { passed: numPassedTests, failed: Math.max(numFailedTests, success ? 0 : 1), skipped: numPendingTests };
}

await prepare();
mkdirSync(join(root, '.cache'), { recursive: true });
const parameters = process.argv.slice(2);
const runs = (parameters.length > 0 ? [everything] : [everything, inTheBrowser]).map((config) =>
  run(config, parameters),
);
const sum = (count) => runs.reduce((total, one) => total + one[count], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
process.exit(sum('failed') === 0 && runs.every(({ passed }) => passed > 0) ? 0 : 1);
