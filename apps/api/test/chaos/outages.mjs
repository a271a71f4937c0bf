// Makes PostgreSQL fail in many ways under three loaded processes, for up to a minute each, or locks an account.
// Then checks response times, connections, descriptors and the ledger. `npm run outages` (about six minutes), or
// `-- --play 'lock:15 hang:30 kill:15'`; `--short` uses fewer processes and callers. Exits with 1 if a check fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { History, untilKnown } from './callers.mjs';
import { playIn } from './installation.mjs';
import { countBy, Load, quantile } from './load.mjs';
import { failures, judge } from './verdict.mjs';

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, rate: { type: 'string' }, play: { type: 'string' } },
});
const promised = {
  backSeconds: 2,
  slowestSeconds: 3.5,
  lockedSeconds: 3.5,
  readinessMs: 1_000,
  /** `/livez` needs nothing but the processor, so its duration is the delay of the machine. Other limits allow for it. */
  livenessMs: 1_000,
  /** The time until every process has noticed an outage. It exceeds the three-second timeout of a charge. */
  noticedMs: 3_500,
  p99Ratio: 1.5,
  /** Two of two hundred responses decide the p99 of a short run, so one garbage collection must not fail it. */
  p99GraceMs: values.short ? 100 : 0,
};
const accounts = values.short ? 8 : 20;
/** Time for the load to stabilize, for retries after an outage to end, and for requests in flight to end. */
const pausesMs = values.short
  ? { warmUp: 2_000, after: 2_000, end: 2_000 }
  : { warmUp: 5_000, after: 4_000, end: 3_000 };
const oneEachPerProcess = ['loupe-charges', 'loupe-keys', 'loupe-listen'];

/** Each function makes the database unavailable for the given seconds, and then restores it. */
const outages = {
  kill: (database, seconds) => endFor(database, 'SIGKILL', seconds),
  stop: (database, seconds) => endFor(database, 'SIGINT', seconds),
  async refuse(database, seconds) {
    await database.refuse();
    await sleep(seconds * 1_000);
    await database.accept();
  },
  /** Like a failover to a standby that is not promoted yet. */
  async readonly(database, seconds) {
    const setting = 'default_transaction_read_only';
    await database.query(`ALTER DATABASE loupe SET ${setting} = on`);
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'loupe%' AND pid <> pg_backend_pid()`,
    );
    await sleep(seconds * 1_000);
    const operator = await database.connect();
    await operator.query(`SET ${setting} = off`);
    await operator.query(`ALTER DATABASE loupe RESET ${setting}`);
    await operator.end();
  },
  async hang(database, seconds) {
    database.pause();
    await sleep(seconds * 1_000);
    database.resume();
  },
  /** Other clients hold every connection, including those that Loupe loses. */
  async crowd(database, seconds) {
    const leave = await database.crowd(seconds * 1_000);
    await leave();
  },
  /** Writes fail. The server may shut down; it is started again once there is space. */
  async full(database, seconds) {
    database.fillDisk();
    await sleep(seconds * 1_000);
    await database.freeDisk();
  },
};
/** Replaces `noticedMs` for a full disk, where charges fail later, because only a write that grows a file fails. */
const failsAfterMs = { full: 8_000 };
const standard =
  'lock:15 kill:3 kill:15 stop:12 refuse:60 hang:30 readonly:10 crowd:15 full:20 kill:4 stop:4 kill:4 hang:4';
const plan = (values.play ?? standard).split(' ').map((outage) => outage.split(':'));
const needsDisk = plan.some(([kind]) => kind === 'full');

async function endFor(database, signal, seconds) {
  await database.end(signal);
  await sleep(seconds * 1_000);
  await database.start();
}

async function connections(database) {
  const rows = await database.query(
    `SELECT application_name AS name, count(*)::int FROM pg_stat_activity WHERE application_name LIKE 'loupe%' GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** The milliseconds until this process gives a paid response, or infinity after a minute without one. */
async function untilAnswers(load, server) {
  return Promise.race([load.untilPaid(server), sleep(60_000, Number.POSITIVE_INFINITY, { ref: false })]);
}

/** Polls until the process is ready, up to a limit, because a busy machine may delay a single poll too long. */
async function untilReady(server) {
  const untilMs = performance.now() + promised.backSeconds * 1_000;
  for (;;) {
    const answer = await server.readiness();
    if (answer.status === 200 || performance.now() > untilMs) return answer;
    await sleep(200);
  }
}

/** Polls the health of every process until stopped. @returns the statuses of `/readyz` and the longest durations */
function watchHealth(servers) {
  const seen = { readinessMs: 0, livenessMs: 0, statuses: [] };
  let isOver = false;
  const watching = servers.flatMap((server) => [
    (async () => {
      while (!isOver) {
        const { ms, status } = await server.readiness();
        seen.readinessMs = Math.max(seen.readinessMs, ms);
        seen.statuses.push({ atMs: performance.now(), status });
        await sleep(200);
      }
    })(),
    (async () => {
      while (!isOver) {
        seen.livenessMs = Math.max(seen.livenessMs, (await server.liveness()).ms);
        await sleep(50);
      }
    })(),
  ]);
  return async () => {
    isOver = true;
    await Promise.all(watching);
    return seen;
  };
}

async function playOutage({ database, servers, simulator }, load, kind, seconds) {
  if (kind === 'full' && !database.hasDisk) {
    print('full', { skipped: 'no file system can be mounted here' });
    return [];
  }
  const startedMs = performance.now();
  const endWatch = watchHealth(servers);
  const playing = outages[kind](database, seconds);
  const noticedMs = Math.min(failsAfterMs[kind] ?? promised.noticedMs, seconds * 1_000 - 500);
  await sleep(noticedMs);
  const upstreamBefore = await simulator.total();
  // Counts upstream requests only until shortly before the outage ends, because Loupe may recover before the count arrives.
  await sleep(seconds * 1_000 - 500 - noticedMs);
  const upstreamMeanwhile = (await simulator.total()) - upstreamBefore;
  await playing;
  const back = await Promise.all(servers.map((server) => untilAnswers(load, server)));
  await sleep(pausesMs.after);
  const health = await endWatch();
  const held = await connections(database);
  const answers = load.answers.filter((answer) => answer.startedMs >= startedMs);
  const slowestSeconds = Math.max(...answers.map(({ tookMs }) => tookMs)) / 1_000;
  const readyPolls = health.statuses.filter(
    ({ atMs, status }) => status === 200 && atMs > startedMs + noticedMs && atMs < startedMs + seconds * 1_000,
  );
  const statuses = countBy(answers, ({ status }) => status);
  const wrong = [];
  const check = (holds, text) => holds || wrong.push(`${kind} ${seconds} s: ${text}`);
  const lateMs = health.livenessMs;
  check(lateMs <= promised.livenessMs, `/livez took ${Math.round(lateMs)} ms`);
  check(Math.max(...back) <= promised.backSeconds * 1_000 + lateMs, `recovered after ${back.map(Math.round)} ms`);
  check(
    slowestSeconds <= promised.slowestSeconds + lateMs / 1_000,
    `the slowest caller waited ${slowestSeconds.toFixed(1)} s`,
  );
  check(Object.keys(statuses).every(isExpected), `statuses ${JSON.stringify(statuses)}`);
  check(
    oneEachPerProcess.every((name) => held[name] === servers.length),
    `connections ${JSON.stringify(held)}`,
  );
  check(health.readinessMs <= promised.readinessMs + lateMs, `/readyz took ${Math.round(health.readinessMs)} ms`);
  // While other clients hold connections (`crowd`), the connections that Loupe still has keep working.
  const isFullOutage = seconds * 1_000 > noticedMs + 500 && kind !== 'crowd';
  check(!isFullOutage || readyPolls.length === 0, `/readyz was ready ${readyPolls.length} times during the outage`);
  const lastReadiness = await Promise.all(servers.map(untilReady));
  check(
    lastReadiness.every(({ status }) => status === 200),
    `/readyz afterwards: ${lastReadiness.map(({ body }) => body).join(' and ')}`,
  );
  check(
    !isFullOutage || kind === 'full' || upstreamMeanwhile === 0,
    `${upstreamMeanwhile} requests went to the upstream during the outage`,
  );
  print(`${kind} ${seconds} s`, {
    'recovered after ms': back.map(Math.round).join(' '),
    'slowest s': slowestSeconds.toFixed(2),
    answers: JSON.stringify(statuses),
    connections: JSON.stringify(held),
    '/readyz ms': Math.round(health.readinessMs),
    '/livez ms': Math.round(lateMs),
    'upstream requests': upstreamMeanwhile,
  });
  return wrong;
}

async function playLock({ database, servers }, load, locked, lockSeconds) {
  const others = (sinceMs) => load.since(sinceMs).filter(({ accountId }) => accountId !== locked.accountId);
  const timesOf = (answers) => answers.map(({ tookMs }) => tookMs);
  const baselineMs = performance.now();
  await sleep(lockSeconds * 500);
  const baseline = timesOf(others(baselineMs));
  const holder = await database.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [locked.accountId]);
  const lockedMs = performance.now();
  await sleep(lockSeconds * 1_000);
  const readiness = await Promise.all(servers.map((server) => server.readiness()));
  const duringLock = others(lockedMs);
  const its = load.since(lockedMs).filter(({ accountId }) => accountId === locked.accountId);
  await holder.query('ROLLBACK');
  await holder.end();
  await sleep(1_000);
  const [p99Baseline, p99Locked] = [quantile(baseline, 0.99), quantile(timesOf(duringLock), 0.99)];
  const [ofOthers, ofLocked] = [duringLock, its].map((answers) => countBy(answers, ({ status }) => status));
  const wrong = [];
  const check = (holds, text) => holds || wrong.push(`lock ${lockSeconds} s: ${text}`);
  check(
    Object.keys(ofOthers).every((status) => status !== '503' && isExpected(status)),
    `the other accounts got ${JSON.stringify(ofOthers)}`,
  );
  check(
    p99Locked <= promised.p99Ratio * p99Baseline + promised.p99GraceMs,
    `p99 ${p99Locked} ms, baseline ${p99Baseline} ms`,
  );
  check(Object.keys(ofLocked).join() === '503', `the locked account got ${JSON.stringify(ofLocked)}`);
  check(Math.max(...timesOf(its)) <= promised.lockedSeconds * 1_000, 'the locked account waited too long');
  check(
    readiness.every(({ status }) => status === 200),
    '/readyz is not ready',
  );
  print(`lock ${lockSeconds} s`, {
    'p99 of others before and with the lock': `${p99Baseline.toFixed(1)} ms, ${p99Locked.toFixed(1)} ms`,
    'slowest of others': `${Math.round(Math.max(...timesOf(duringLock)))} ms`,
    others: JSON.stringify(ofOthers),
    locked: JSON.stringify(ofLocked),
  });
  return wrong;
}

function isExpected(status) {
  return ['200', '403', '404', '503'].includes(status);
}

function print(name, facts) {
  const parts = Object.entries(facts).map(([fact, value]) => `${fact}: ${value}`);
  process.stdout.write(`${name.padEnd(10)} ${parts.join('; ')}\n`);
}

async function play(installation) {
  const { database, servers, dataSource } = installation;
  const customers = await Promise.all(Array.from({ length: accounts }, () => installation.createCustomer()));
  const toppedUp = [];
  for (const [index, customer] of customers.entries()) {
    toppedUp.push(await installation.topUp(customer, 10n ** 12n, `top-up ${index}`));
    await untilKnown(servers, customer.apiKey);
  }
  const history = new History();
  const load = new Load(customers, servers, history);
  installation.whenDone(() => load.close());
  load.start(Number(values.rate ?? (values.short ? 25 : 300)));
  await sleep(pausesMs.warmUp);
  const before = { connections: await connections(database), resources: servers.map(({ resources }) => resources) };
  print('before', { connections: JSON.stringify(before.connections), processes: JSON.stringify(before.resources) });
  const wrong = [];
  for (const [kind, text] of plan) {
    const played =
      kind === 'lock'
        ? playLock(installation, load, customers[0], Number(text))
        : playOutage(installation, load, kind, Number(text));
    wrong.push(...(await played));
  }
  await load.stop();
  load.close();
  await sleep(pausesMs.end);
  const after = { connections: await connections(database), resources: servers.map(({ resources }) => resources) };
  for (const [index, { descriptors, memoryMib }] of after.resources.entries()) {
    const was = before.resources[index];
    const { name } = servers[index];
    if (descriptors > was.descriptors) wrong.push(`${name} has ${descriptors} descriptors, not ${was.descriptors}`);
    if (memoryMib > 2 * was.memoryMib) wrong.push(`${name} uses ${memoryMib} MiB, not ${was.memoryMib}`);
  }
  print('after', { connections: JSON.stringify(after.connections), processes: JSON.stringify(after.resources) });
  const { report, ...money } = await judge(dataSource, history, toppedUp);
  for (const [name, count] of Object.entries(money)) process.stdout.write(`${name.padEnd(32)} ${count}\n`);
  const failed = failures({ ...money, 'failed races': 0 });
  return failed.length > 0 ? [...wrong, report, `the ledger is wrong: ${failed.join(', ')}`] : wrong;
}

await playIn(values.short ? ['api-1', 'api-2'] : ['api-1', 'api-2', 'api-3'], {}, play, needsDisk);
process.stdout.write('every part recovered, no charge was lost or doubled\n');
