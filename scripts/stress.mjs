// `npm run test:stress`: runs `npm test` repeatedly with 0.15 of a core per worker, to find tests that depend on time. Needs Linux
// and root. Jest's messages go to `.cache/stress.log`. Options: `-- --runs 1 --share 0.3`. Other arguments select tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import jest from '../jest.config.cjs';
import { root } from './lib/freshness.mjs';
import { prepare } from './lib/prepare.mjs';

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '10' }, share: { type: 'string', default: '0.15' } },
  allowPositionals: true,
});
const periodMicros = 100_000;
const quotaMicros = Math.round(Number(values.share) * jest.maxWorkers * periodMicros);

// A cgroup for the tests: version 1 if its `cpu` controller is mounted, otherwise version 2.
const isVersion1 = existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us');
const group = join(isVersion1 ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup', `loupe-stress-${process.pid}`);

function limitCpu() {
  mkdirSync(group);
  if (isVersion1) {
    writeFileSync(join(group, 'cpu.cfs_period_us'), `${periodMicros}`);
    writeFileSync(join(group, 'cpu.cfs_quota_us'), `${quotaMicros}`);
  } else writeFileSync(join(group, 'cpu.max'), `${quotaMicros} ${periodMicros}`);
}

/** The shell joins the cgroup before it executes the tests, so that all their processes are in it. */
function runTests() {
  const enter = `echo $$ > "$0/cgroup.procs" && exec "$@"`;
  const words = ['-c', enter, group, process.execPath, join(root, 'scripts/test.mjs'), ...positionals];
  // Lengthens timeouts in proportion; assertions do not change.
  const env = { ...process.env, TEST_PATIENCE: `${Math.ceil(1 / Number(values.share))}` };
  return spawnSync('sh', words, { cwd: root, env, stdio: ['ignore', 'inherit', log] }).status;
}

await prepare();
limitCpu();
mkdirSync(join(root, '.cache'), { recursive: true });
const log = openSync(join(root, '.cache/stress.log'), 'w');
let failures = 0;
for (let run = 1; run <= Number(values.runs); run++) {
  const startedAtMs = performance.now();
  if (runTests() !== 0) failures++;
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  process.stdout.write(`run ${run} of ${values.runs}: ${seconds} s, ${failures} failed so far\n`);
}
rmdirSync(group);
process.exit(failures === 0 ? 0 : 1);
