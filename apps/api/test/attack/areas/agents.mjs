// An MCP message can hold several calls. It must not bypass the rate limit or slow down other accounts.
import { setTimeout as sleep } from 'node:timers/promises';
import { atOnce, send } from '../../harness/http.mjs';
import { Pace, quantile } from '../../harness/load.mjs';

const maxRatio = 3;

export async function agents(area, world) {
  const owner = await world.createOwner('10');
  const message = (calls, { key } = owner.key) => ({
    method: 'POST',
    path: '/mcp',
    headers: { 'x-api-key': key, accept: 'application/json, text/event-stream' },
    body: calls,
  });
  const useOf = (name, given) => ({ method: 'tools/call', params: { name, arguments: given } });
  const calls = (count, { method, params }) =>
    Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method, params }));
  const balance = useOf('loupe_balance', {});
  const user = useOf('loupe_user', { user: '1001' });

  await area.control('one call of an agent', message(calls(1, user)), ({ status, text }) =>
    status === 200 && text.includes('marta.trails') ? undefined : `${status} ${text.slice(0, 200)}`,
  );
  const before = await world.balanceOf(owner);
  const refused = ({ status, json }) =>
    status === 400 && json?.error?.code === -32_600 ? undefined : `${status} ${JSON.stringify(json)}`;
  for (const count of [11, 12, 50, 100, 400])
    await area.attempt(`a message of ${count} calls`, message(calls(count, user)), refused);
  const mixed = [...calls(10, user), ...calls(1, { method: 'ping' })];
  await area.attempt('ten calls and a ping', message(mixed), refused);
  const padded = ' '.repeat(200_000) + JSON.stringify(calls(1, user));
  await area.attempt('a message of 200 KB', message(padded), 413);
  area.check('refused messages', before !== (await world.balanceOf(owner)) && 'were charged');

  await countsEachCall(area, world, owner, (count) => message(calls(count, { method: 'ping' })));
  // Timing is unreliable while other tests use the machine, so a short run skips this.
  if (!area.isShort) await doesNotSlowOthers(area, world, (key) => message(calls(10, balance), key));
}

/** The rate limit counts every call of concurrent messages. */
async function countsEachCall(area, world, owner, messageOf) {
  const perSecond = 20;
  await world.limit(owner, perSecond);
  for (const count of [3, 7, 10]) {
    await sleep(1_100);
    const startedMs = performance.now();
    const statuses = (await atOnce(30, () => send(world.baseUrl, messageOf(count)))).map(({ status }) => status);
    const allowed = perSecond * (1 + Math.ceil((performance.now() - startedMs) / 1_000));
    const answered = statuses.filter((status) => status === 200).length * count;
    area.verify(`messages of ${count}: some succeed`, answered === 0 && statuses.join());
    area.check(`30 messages of ${count} calls`, answered > allowed && `${answered} calls ran; the limit is ${allowed}`);
  }
}

/** An account without money sends ten 10-call messages a second. Another account's p95 may at most triple. */
async function doesNotSlowOthers(area, world, messageOf) {
  const [neighbour, poor] = [await world.createOwner('10'), await world.createOwner('0')];
  await world.limit(poor, 10);
  const callOnce = () => world.call('/system/balance', neighbour.key.key);
  await paced(50, 2_000, callOnce);
  const rounds = [];
  for (let round = 0; round < 3; round++) {
    const alone = await paced(25, 4_000, callOnce);
    const [beside, flood] = await Promise.all([
      paced(25, 4_000, callOnce),
      paced(10, 4_000, () => send(world.baseUrl, messageOf(poor.key))),
    ]);
    area.verify('some messages of the flood succeed', !flood.statuses.includes(200) && flood.statuses.join());
    rounds.push({ alone: alone.p95Ms, beside: beside.p95Ms, ratio: beside.p95Ms / alone.p95Ms });
  }
  const [, { alone, beside, ratio }] = rounds.toSorted((one, other) => one.ratio - other.ratio);
  const measured = `p95 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside the flood: ${ratio.toFixed(1)} times`;
  process.stdout.write(`an account beside ten 10-call messages a second: ${measured}\n`);
  area.check('an account beside a flood', ratio > maxRatio && `${measured}; the limit is ${maxRatio} times`);
}

async function paced(perSecond, forMs, act) {
  const pace = new Pace();
  pace.send = async () => {
    const startedMs = performance.now();
    const { status } = await act();
    return { status, tookMs: performance.now() - startedMs };
  };
  pace.start(perSecond);
  await sleep(forMs);
  await pace.stop();
  const tookMs = pace.answers.map((answer) => answer.tookMs);
  return { p95Ms: quantile(tookMs, 0.95), statuses: pace.answers.map(({ status }) => status) };
}
