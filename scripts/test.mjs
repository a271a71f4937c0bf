// `npm test`: prepares what is missing, runs every test, those in a browser among them, and ends with one line of counts.
// Arguments are passed on to Jest.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/freshness.mjs';
import { prepare } from './lib/prepare.mjs';

const results = join(root, '.cache', `jest-results-${process.pid}.json`);
/** The result of a run that could not begin, for example without a browser where CI demands one. */
const nothing = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, success: false };

function runJest(parameters) {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  // Room for what is soon garbage, as the product has it: the workers, which inherit it, collect a quarter as often.
  spawnSync(process.execPath, ['--max-semi-space-size=64', jest, '--json', `--outputFile=${results}`, ...parameters], {
    cwd: root,
    // The report goes to a file and to standard error; the JSON on standard output would repeat it.
    stdio: ['inherit', 'ignore', 'inherit'],
  });
  if (!existsSync(results)) return nothing;
  const counts = JSON.parse(readFileSync(results, 'utf8'));
  rmSync(results);
  return counts;
}

await prepare();
mkdirSync(join(root, '.cache'), { recursive: true });
const { numPassedTests, numFailedTests, numPendingTests, success, testResults = [] } = runJest(process.argv.slice(2));
// A suite that could not even be loaded fails the run without a failed test of its own.
const failed = Math.max(numFailedTests, success ? 0 : 1);
for (const { fullName, status } of testResults.flatMap(({ assertionResults }) => assertionResults))
  if (status === 'pending') process.stdout.write(`skipped: ${fullName}\n`);
const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
process.stdout.write(`${numPassedTests} passed, ${failed} failed${skipped}\n`);
process.exit(failed === 0 && numPassedTests > 0 ? 0 : 1);
