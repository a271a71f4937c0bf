// Outages of PostgreSQL and locks under load, and what Loupe promises meanwhile and afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import { outages } from '../harness/faults.mjs';
import { countBy, quantile } from '../harness/load.mjs';
import { Machine } from '../harness/machine.mjs';
import { checkInto, say } from '../harness/scenario.mjs';

const promised = {
  backSeconds: 2,
  slowestSeconds: 3.5,
  lockedSeconds: 3.5,
  readinessMs: 1_000,
  /** `/livez` needs nothing but the processor. Other limits allow for its duration. */
  livenessMs: 1_000,
  /** The time until every process has noticed an outage. It exceeds the three-second timeout of a charge. */
  noticedMs: 3_500,
  p99Ratio: 1.5,
};
const oneEachPerProcess = ['loupe-charges', 'loupe-keys', 'loupe-listen'];
/** Replaces `noticedMs` for a full disk, where charges fail later, because only a write that grows a file fails. */
const failsAfterMs = { full: 8_000 };

/** How long what follows a recovery may take on a busy machine. The recovery itself is measured by its callers. */
const patientMs = 20_000;
/** A commit that takes a second is refused. A machine on which one takes half of that may refuse some. */
const busyMs = 500;

/** Polls until the process is ready, up to a limit, because a busy machine may delay a single poll too long. */
async function untilReady(server) {
  const untilMs = performance.now() + patientMs;
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
  const repeat = async (pauseMs, poll) => {
    for (; !isOver; await sleep(pauseMs)) await poll();
  };
  const watching = servers.flatMap((server) => [
    repeat(200, async () => {
      const fromMs = performance.now();
      const { ms, status } = await server.readiness();
      seen.readinessMs = Math.max(seen.readinessMs, ms);
      seen.statuses.push({ fromMs, toMs: performance.now(), status });
    }),
    repeat(50, async () => {
      seen.livenessMs = Math.max(seen.livenessMs, (await server.liveness()).ms);
    }),
  ]);
  return async () => {
    isOver = true;
    await Promise.all(watching);
    return seen;
  };
}

/** Counts the upstream requests from when every process has noticed an outage until shortly before its usual end. */
async function countMeanwhile(simulator, noticedMs, untilMs) {
  // While the machine stands still, so do the processes. Then they have another time to notice.
  for (let isLate = true, rounds = 0; isLate && rounds < 5; rounds++) {
    const fromMs = performance.now();
    await sleep(noticedMs);
    isLate = performance.now() - fromMs > noticedMs + busyMs;
  }
  const fromMs = performance.now();
  const before = await simulator.total();
  await sleep(Math.max(0, untilMs - performance.now()));
  return { requests: (await simulator.total()) - before, fromMs, toMs: performance.now() };
}

/** Polls the connections until each process has one of each, because those that it gave up may take a moment to end. */
async function heldConnections(world) {
  for (const endMs = performance.now() + patientMs; ; await sleep(200)) {
    const { connections } = await world.resources();
    const areWhole = oneEachPerProcess.every((name) => connections[name] === world.servers.length);
    if (areWhole || performance.now() > endMs) return connections;
  }
}

/** @param afterMs how long retries after an outage take. @returns the failures, in words */
export async function playOutage(world, load, kind, seconds, afterMs) {
  const { database, servers, simulator, folder } = world;
  if (kind === 'full' && !folder.isVolume(database.folder)) {
    print('full', { skipped: 'no file system can be mounted here' });
    return [];
  }
  const startedMs = performance.now();
  const machine = await Machine.watch();
  const endWatch = watchHealth(servers);
  const noticedMs = Math.min(failsAfterMs[kind] ?? promised.noticedMs, seconds * 1_000 - 500);
  const counting = countMeanwhile(simulator, noticedMs, startedMs + seconds * 1_000 - 500);
  // The outage ends only after the count, or requests of processes that have recovered would be counted.
  const [meanwhile] = await Promise.all([counting, outages[kind](database, seconds * 1_000, counting)]);
  const back = await Promise.all(servers.map((server) => load.untilPaid(server)));
  await sleep(afterMs);
  const health = await endWatch();
  await machine.stop();
  const held = await heldConnections(world);
  const answers = load.answers.filter((answer) => answer.startedMs >= startedMs);
  const slowestSeconds = Math.max(...answers.map(({ tookMs }) => tookMs)) / 1_000;
  const readyPolls = health.statuses.filter(
    ({ fromMs, toMs, status }) => status === 200 && fromMs > meanwhile.fromMs && toMs < meanwhile.toMs,
  );
  const statuses = countBy(answers);
  const wrong = [];
  const check = checkInto(wrong, `${kind} ${seconds} s`);
  const machineMs = machine.worst(startedMs);
  check(
    health.livenessMs <= promised.livenessMs + machineMs,
    `/livez took ${Math.round(health.livenessMs)} ms, and a timer here at most ${Math.round(machineMs)} ms`,
  );
  const lateMs = Math.max(health.livenessMs, machineMs);
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
    !isFullOutage || kind === 'full' || meanwhile.requests === 0,
    `${meanwhile.requests} requests went to the upstream during the outage`,
  );
  print(`${kind} ${seconds} s`, {
    'recovered after ms': back.map(Math.round).join(' '),
    'slowest s': slowestSeconds.toFixed(2),
    answers: JSON.stringify(statuses),
    connections: JSON.stringify(held),
    '/readyz ms': Math.round(health.readinessMs),
    '/livez ms': Math.round(health.livenessMs),
    'upstream requests': meanwhile.requests,
  });
  return wrong;
}

/** @param graceMs what p99 may exceed its limit by. @returns the failures, in words */
export async function playLock({ database, servers }, load, locked, lockSeconds, graceMs) {
  const others = (sinceMs) => load.since(sinceMs).filter(({ accountId }) => accountId !== locked.accountId);
  const timesOf = (answers) => answers.map(({ tookMs }) => tookMs);
  const machine = await Machine.watch(database);
  const baselineMs = performance.now();
  await sleep(lockSeconds * 500);
  const baseline = timesOf(others(baselineMs));
  const holder = await database.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [locked.accountId]);
  const lockedMs = performance.now();
  await sleep(lockSeconds * 1_000);
  const readiness = await Promise.all(servers.map(untilReady));
  const duringLock = others(lockedMs);
  const its = load.since(lockedMs).filter(({ accountId }) => accountId === locked.accountId);
  const lateMs = machine.worst(lockedMs);
  await machine.stop();
  await holder.query('ROLLBACK');
  await holder.end();
  await sleep(1_000);
  const [p99Baseline, p99Locked] = [quantile(baseline, 0.99), quantile(timesOf(duringLock), 0.99)];
  const [ofOthers, ofLocked] = [duringLock, its].map((answers) => countBy(answers));
  const wrong = [];
  const check = checkInto(wrong, `lock ${lockSeconds} s`);
  check(
    Object.keys(ofOthers).every((status) => isExpected(status) && (status !== '503' || lateMs > busyMs)),
    `the other accounts got ${JSON.stringify(ofOthers)}`,
  );
  check(
    p99Locked <= promised.p99Ratio * p99Baseline + graceMs + lateMs,
    `p99 ${p99Locked} ms, baseline ${p99Baseline} ms, the machine was late by ${Math.round(lateMs)} ms`,
  );
  check(Object.keys(ofLocked).join() === '503', `the locked account got ${JSON.stringify(ofLocked)}`);
  check(Math.max(...timesOf(its)) <= promised.lockedSeconds * 1_000 + lateMs, 'the locked account waited too long');
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
  say(`${name.padEnd(10)} ${parts.join('; ')}`);
}
