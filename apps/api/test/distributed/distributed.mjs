// Tests `loupe distribute`, runs specs, and kills servers under load, on a Citus cluster.
// CITUS_URL is a database on the coordinator, with a superuser of all servers; `-- --make "$(pg_config --bindir)"`
// creates a cluster from that folder's programs and removes it afterwards. If other arguments name specs, only these
// specs run. `-- --only distribution`, `suites` or `chaos` runs one of the three. Without a cluster, nothing is tested.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../../../scripts/lib/freshness.mjs';
import { loupe } from '../harness/product.mjs';
import { cloneDatabase, closeTemplate, createDatabase, dropDatabase, makeCluster, nodesOf } from './cluster.mjs';
import { breakCluster } from './cluster-chaos.mjs';
import { checkDistribution } from './distribution.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { make: { type: 'string' }, only: { type: 'string' } },
});
const ofDashboard = ['account-data', 'exports', 'statements', 'support'].map((name) => `dashboard/${name}.spec.ts`);
const suites = ['billing/', 'endpoints/', 'usage/', ...ofDashboard].map((path) => `apps/api/test/${path}`);
const programs = values.make;
if (!programs && !process.env.CITUS_URL) {
  process.stdout.write('NOT TESTED, because CITUS_URL is not set: the ledger on a Citus cluster\n');
  process.exit(0);
}

/** A database on every server of the cluster. The tests and the chaos run use clones of this database. */
const name = `loupe_${process.pid}`;

async function run(url, ...words) {
  const { status, output } = await loupe({ DATABASE_URL: url }, words);
  process.stdout.write(output);
  if (status !== 0) throw new Error(`loupe ${words.join(' ')} failed`);
}

function report(wrong, otherwise) {
  process.stdout.write(wrong.length > 0 ? `${wrong.join('\n')}\n` : `${otherwise}\n`);
  return wrong.length > 0;
}

const isSelected = (part) =>
  values.only === part || (values.only === undefined && (positionals.length === 0 || part === 'suites'));

async function test(cluster) {
  let failed = false;
  if (isSelected('distribution'))
    failed = report(
      await checkDistribution(cluster, `${name}_distribution`),
      'a ledger with rows was distributed and upgraded',
    );
  const made = await createDatabase(cluster.url, name);
  await run(made.url, 'migrate');
  await run(made.url, 'distribute');
  await run(made.url, 'distribute', '--apply');
  await run(made.url, 'reconcile');
  await closeTemplate(made, name);
  if (isSelected('suites')) {
    const variables = { TEST_DATABASE_URL: made.url, TEST_DATABASE_SERVERS: made.servers.join() };
    const [coordinator] = await nodesOf(made.servers[0]);
    if (!(await coordinator.find())) {
      process.stdout.write(
        'NOT TESTED, because the coordinator is not on this machine: tests that stop server processes\n',
      );
      variables.TEST_DATABASE_ELSEWHERE = '1';
    }
    const tests = positionals.length > 0 ? positionals : suites;
    const run = spawnSync(process.execPath, [join(root, 'scripts/test.mjs'), ...tests], {
      cwd: root,
      env: { ...process.env, ...variables },
      stdio: 'inherit',
    });
    failed ||= run.status !== 0;
  }
  if (isSelected('chaos')) {
    const ground = await cloneDatabase(made, `${name}_chaos`);
    failed = report(await breakCluster(ground), 'every part recovered, no charge was lost or doubled') || failed;
    await dropDatabase(made, `${name}_chaos`);
  }
  await dropDatabase(made, name);
  return failed;
}

const cluster = programs ? await makeCluster(programs) : { url: process.env.CITUS_URL, stop: () => undefined };
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => cluster.stop()?.then(() => process.exit(130)));
let failed = true;
try {
  failed = await test(cluster);
} finally {
  await cluster.stop();
}
process.exit(failed ? 1 : 0);
