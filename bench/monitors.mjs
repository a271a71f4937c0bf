// `npm run bench:monitors`: 10,000 monitors at 15 minutes on one process, beside 300 calls per second. Prints how late runs start, and
// the CPU time with and without the monitors. Exits with 1 if a run starts more than a minute late. `-- --seconds N` sets the length.
import { parseArgs } from 'node:util';
import { prepare } from '../scripts/lib/prepare.mjs';

await prepare();
const { default: pg } = await import('pg');
const { profileRequests } = await import('./harness/connection.mjs');
const { median, printTable } = await import('./harness/figures.mjs');
const { openLoop } = await import('./harness/loops.mjs');
const { peers } = await import('./harness/peers.mjs');
const { withPlatform } = await import('./harness/platform.mjs');

const { seconds } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } }).values;
const ms = Number(seconds) * 1_000;
const callsPerSecond = 300;
const maxLatenessSeconds = 60;

// Spread over their 15 minutes, as they are after some hours.
const addMonitors = `
  INSERT INTO monitors (account_id, key_family_id, name, operation, parameters, kind, fields, every_minutes, next_run_at)
  SELECT k.account_id, k.key_family_id, 'Bench', 'users.by_id', jsonb_build_object('user_id', (2005 + n * 1000)::text), 'changed',
    '{follower_count}', 15, now() + n * interval '15 minutes' / 10000
  FROM generate_series(1, 10000) n, (SELECT account_id, key_family_id FROM api_keys ORDER BY id LIMIT 1) k`;
const lateness = `
  SELECT extract(epoch FROM started_at - due_at)::float8 AS late, outcome FROM monitor_runs
  UNION ALL SELECT extract(epoch FROM now() - next_run_at)::float8, 'due' FROM monitors WHERE next_run_at < now()`;

/** CPU time of the server in cores, and the median latency, while it answers calls. */
async function measure(loupe) {
  const { port, apiKeys } = loupe;
  const before = await loupe.cpuMicros();
  const { latenciesMs, failures } = await openLoop({
    port,
    requests: profileRequests(5, apiKeys),
    perSecond: callsPerSecond,
    ms,
  });
  return { cores: ((await loupe.cpuMicros()) - before) / 1_000 / ms, latencyMs: median(latenciesMs), failures };
}

const worst = await withPlatform(async (platform) => {
  const loupe = await peers.loupe(platform);
  const db = new pg.Client({ connectionString: loupe.databaseUrl });
  try {
    await db.connect();
    const alone = await measure(loupe);
    await db.query(addMonitors);
    const beside = await measure(loupe);
    const runs = (await db.query(lateness)).rows;
    const late = runs.map((run) => run.late).sort((a, b) => a - b);
    const figures = ({ cores, latencyMs, failures }) => [
      `${cores.toFixed(3)} cores`,
      `${latencyMs.toFixed(2)} ms`,
      `${failures}`,
    ];
    printTable([
      [`${callsPerSecond} calls/s`, 'CPU', 'median latency', 'failures'],
      ['without monitors', ...figures(alone)],
      ['beside 10,000 monitors', ...figures(beside)],
    ]);
    const share = (part) => `${late[Math.min(late.length - 1, Math.floor(late.length * part))]?.toFixed(2)} s`;
    printTable([
      ['runs', 'per second', 'late: median', '99 %', 'most'],
      [`${runs.length}`, (runs.length / Number(seconds)).toFixed(1), share(0.5), share(0.99), share(1)],
    ]);
    return Math.max(...late);
  } finally {
    await db.end();
    await loupe.stop();
  }
});
if (!(worst <= maxLatenessSeconds)) process.exitCode = 1;
