import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../harness/part.mjs';
import { processes, runningVersion } from '../installation.mjs';
import { Load } from '../load.mjs';

const price = 600n;
/** Whether the proxy wrote the response itself, because no API process could. */
const isProxys = ({ headers }) => !headers['x-request-id'];
const isServed = (loupe) => async () => (await loupe.call('/users/1001', { key: loupe.customer.keys[0] })).status < 500;

/** Calls the simulator's control interface, whose port Compose publishes on this machine. */
async function simulator(method, path, body) {
  const headers = { 'content-type': 'application/json', connection: 'close' };
  const response = await fetch(`http://127.0.0.1:4000/_sim/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.json();
}

function assertProblem(answer) {
  const { status, headers, body } = answer;
  assert.match(headers['content-type'] ?? '', /^application\/problem\+json/, `${status} ${body}`);
  const problem = JSON.parse(body);
  assert.deepEqual([problem.status, problem.retryable], [status, true]);
  if (status === 503 || isProxys(answer)) assert.match(headers['retry-after'] ?? '', /^\d+$/);
}

/** Checks that the balance falls by the reported costs. Only a request without a response of Loupe may cost more. */
async function whileLoaded(loupe, work) {
  const before = await loupe.balanceMicros(loupe.customer);
  const load = new Load(loupe, loupe.customer, 18);
  try {
    await load.untilMore(30);
    await work(load);
    await load.untilGood();
  } finally {
    await load.stop();
  }
  const spent = before - (await loupe.balanceMicros(loupe.customer));
  const lost = BigInt(load.failed.filter(isProxys).length);
  assert.ok(
    spent >= load.reportedMicros && spent - load.reportedMicros <= lost * price,
    `reported ${load.reportedMicros}, spent ${spent}`,
  );
  return load;
}

const report = async (loupe, load) => {
  assert.match(await loupe.loupe('reconcile'), /^0 differences/m);
  return `${load.inWords()}; reported ${load.reportedMicros} micro-USD`;
};

export const failing = [
  [
    'A killed API process is restarted, and only its own requests fail.',
    async (loupe) => {
      let killedMs;
      await simulator('DELETE', 'requests');
      const load = await whileLoaded(loupe, async (load) => {
        const pid = await loupe.pidOf('api-1');
        await simulator('POST', 'faults', { operation: 'users.info', fault: 'hold', mode: 'always' });
        await until('requests to be in flight', async () => (await simulator('GET', 'held')).held >= 8);
        process.kill(pid, 'SIGKILL');
        killedMs = performance.now();
        await simulator('DELETE', 'faults');
        await simulator('POST', 'release', {});
        await load.untilMore(150);
      });
      for (const answer of load.failed) assertProblem(answer);
      // Each request causes at most one upstream request. The proxy must not repeat a request: Loupe may have charged it.
      const sent = (await simulator('GET', 'requests?limit=1')).counts['users.info'];
      assert.ok(sent <= load.answers.length, `${sent} upstream requests for ${load.answers.length} requests`);
      // The proxy needs a moment to stop sending requests to the killed process.
      const late = load.failed.filter((answer) => isProxys(answer) && answer.startedMs > killedMs + 1_000);
      assert.deepEqual(late, []);
      await until('both processes to be healthy', async () => {
        const health = await loupe.compose(['ps', '--format', '{{.Health}}', ...processes]);
        return health.trim() === 'healthy\nhealthy';
      });
      return report(loupe, load);
    },
  ],
  [
    'When PostgreSQL is killed, callers get an error without a charge, and are soon served again.',
    async (loupe) => {
      loupe.databaseKilled = new Date().toISOString();
      const load = await whileLoaded(loupe, async (load) => {
        process.kill(await loupe.pidOf('postgres'), 'SIGKILL');
        await load.untilMore(150);
      });
      for (const answer of load.failed) assertProblem(answer);
      return report(loupe, load);
    },
  ],
  [
    'While PostgreSQL is stopped, the proxy passes on the errors of Loupe at once, and serves what needs no database.',
    async (loupe) => {
      await loupe.compose(['stop', 'postgres']);
      const { keys } = loupe.customer;
      const call = (turn) => loupe.call('/users/1001', { key: keys[turn % keys.length] });
      await until('Loupe to notice the outage', async () => (await call(0)).tookMs < 1_000);
      // Lasts longer than the proxy takes to notice that no process is ready.
      for (let turn = 0, endMs = performance.now() + 5_000; performance.now() < endMs; turn++) {
        const answer = await call(turn);
        assertProblem(answer);
        assert.deepEqual([answer.status, isProxys(answer), answer.tookMs < 1_000], [503, false, true], answer.body);
        const path = ['/docs', '/dashboard/', '/system/health', '/openapi.json'][turn % 4];
        assert.equal((await loupe.call(path)).status, 200, path);
        await sleep(50);
      }
      await loupe.compose(['start', 'postgres']);
      await until('responses', isServed(loupe));
    },
  ],
  [
    'Without any API process, the proxy responds with a problem document as Loupe would.',
    async (loupe) => {
      await loupe.compose(['kill', ...processes]);
      const answer = await loupe.call('/users/1001');
      assertProblem(answer);
      // The proxy responds with 502 until its next health check, and then with 503.
      assert.deepEqual([answer.status === 502 || answer.status === 503, isProxys(answer)], [true, true], answer.body);
      await loupe.compose(['up', '--detach', '--no-deps', '--wait', ...processes]);
      await until('responses', isServed(loupe));
    },
  ],
  [
    'An upgrade that follows the guide, with a new image and a new secret, fails no request.',
    async (loupe) => {
      const before = await loupe.containers();
      const { nextVersion, nextCommit } = loupe.releases;
      loupe.receive('next');
      loupe.configure((text) => text.replace(/^CURSOR_SECRET=.+/m, `$&,${'0123456789abcdef'.repeat(4)}`));
      const load = await whileLoaded(loupe, () =>
        loupe.follow('upgrade', 'With Docker Compose', (commands) => commands.replaceAll('VERSION', nextVersion)),
      );
      assert.deepEqual(load.unexpected, []);
      const after = await loupe.containers();
      const replaced = Object.keys(before).filter((name) => after[name] !== before[name]);
      assert.deepEqual(replaced.sort(), processes);
      assert.deepEqual(await runningVersion(loupe), [nextVersion, nextCommit.slice(0, 12)]);
      return report(loupe, load);
    },
  ],
];
