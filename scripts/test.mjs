// `npm test`: builds what is missing and runs the `spec` and `smoke` tests. `npm run test:full`: the `full`, `browser` and `system`
// tests. CONTRIBUTING.md explains these names. Arguments are passed to Jest. The last line has the totals.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './lib/freshness.mjs';
import { patience } from './lib/patience.cjs';
import { prepare } from './lib/prepare.mjs';

const cache = join(root, '.cache');
const results = join(cache, `jest-results-${process.pid}.json`);
const [isFull, words] = [process.argv.includes('--full'), process.argv.slice(2).filter((word) => word !== '--full')];

const timeout = (ms) => `--testTimeout=${ms * patience}`;
const phases = isFull
  ? [
      // These start more processes each.
      ['full', 'browser', `--maxWorkers=${availableParallelism()}`, timeout(300_000)],
      // These measure time, so they run last and alone. A process that a failed suite leaves behind must not block the run.
      ['system', '--runInBand', timeout(900_000), '--forceExit'],
    ]
  : [['spec', 'smoke']];

function runJest(phase) {
  const flags = phase.filter((word) => word.startsWith('--'));
  const names = phase.filter((word) => !word.startsWith('--'));
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const parameters = ['--json', `--outputFile=${results}`, '--passWithNoTests', ...flags, ...words];
  const { status } = spawnSync(process.execPath, [jest, ...parameters, '--selectProjects', ...names], {
    cwd: root,
    // Jest reports on standard error; the JSON goes to a file.
    stdio: ['inherit', 'ignore', 'inherit'],
  });
  if (!existsSync(results)) return { numPassedTests: 0, numFailedTests: status === 0 ? 0 : 1, testResults: [] };
  const found = JSON.parse(readFileSync(results, 'utf8'));
  rmSync(results);
  // A suite that could not be loaded fails the run without a failed test.
  const numFailedTests = Math.max(found.numFailedTests, status === 0 ? 0 : 1);
  return { ...found, numFailedTests };
}

const secondsOf = ({ startTime, endTime }) => (endTime - startTime) / 1_000;

function reportTimings(files) {
  const timings = files
    .map((file) => ({ file: relative(root, file.name), seconds: secondsOf(file), tests: file.assertionResults.length }))
    .sort((a, b) => b.seconds - a.seconds);
  writeFileSync(join(cache, `test-timings${isFull ? '-full' : ''}.json`), `${JSON.stringify(timings, null, 1)}\n`);
  if (!process.env.CI) return;
  process.stdout.write('the slowest files:\n');
  for (const { file, seconds, tests } of timings.slice(0, 20))
    process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${file} (${tests} tests)\n`);
}

/** Counts skipped tests by the missing program, which `describeWith` puts in front of their names as `(needs …)`. */
function reportSkipped(names) {
  const counts = new Map();
  for (const name of names) {
    const needed = /^\(needs (.+?)\)/.exec(name)?.[1] ?? 'something else';
    counts.set(needed, (counts.get(needed) ?? 0) + 1);
  }
  const parts = [...counts].map(([needed, count]) => `${count} that need ${needed}`);
  if (parts.length > 0) process.stdout.write(`not tested on this machine: ${parts.join(', ')}\n`);
}

/** A file that could not be loaded has no results of its own. */
function reportFailed(files) {
  for (const { name, status, assertionResults } of files) {
    const failed = assertionResults.filter((result) => result.status === 'failed').map(({ fullName }) => fullName);
    if (status === 'failed' && failed.length === 0) failed.push('(the file itself)');
    for (const title of failed) process.stdout.write(`failed: ${relative(root, name)}: ${title}\n`);
  }
}

await prepare();
mkdirSync(cache, { recursive: true });
if (isFull) {
  process.env.TEST_SEED ??= `${Date.now() % 1_000_000}`;
  process.stdout.write(`seed ${process.env.TEST_SEED}: TEST_SEED=${process.env.TEST_SEED} repeats this run\n`);
}
// All temporary files go into one folder, so what interrupted tests leave is removed, too. PostgreSQL, which does not run as
// root, must be able to pass through it: mode 711.
const scratch = mkdtempSync(join(tmpdir(), 'loupe-tests-'));
chmodSync(scratch, 0o711);
process.env.TMPDIR = scratch;
const runs = phases.map(runJest);
rmSync(scratch, { recursive: true, force: true });
const sum = (count) => runs.reduce((total, run) => total + run[count], 0);
const files = runs.flatMap(({ testResults }) => testResults);
reportTimings(files);
reportFailed(files);
const skipped = files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'pending');
reportSkipped(skipped.map(({ fullName }) => fullName));
const [passed, failed] = [sum('numPassedTests'), sum('numFailedTests')];
process.stdout.write(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
