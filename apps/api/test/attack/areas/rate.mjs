// One rate limit covers all requests of a key and of the keys rotated from it (a key family), from any IP.
import { setTimeout as sleep } from 'node:timers/promises';
import { atOnce, converse } from '../../harness/http.mjs';
import { items } from '../payloads.mjs';

export async function rate(area, world) {
  const { support } = world;
  const limited = async (perSecond, amountUsd = '10') => {
    const owner = await world.createOwner(amountUsd);
    await world.limit(owner, perSecond);
    return owner;
  };
  /** Checks a burst of N seconds: no more requests may succeed than the rate allows in N + 1 seconds. */
  const burst = async (what, perSecond, send) => {
    await sleep(1_100);
    const startedMs = performance.now();
    const statuses = await send();
    const allowed = perSecond * (1 + Math.ceil((performance.now() - startedMs) / 1_000));
    const answered = statuses.filter((status) => status === 200).length;
    area.verify(
      `${what}: at least one second's rate succeeds`,
      answered < Math.min(perSecond, statuses.length) && `${answered} of ${statuses.length}`,
    );
    area.check(what, answered > allowed && `${answered} succeeded; the limit is ${allowed}`);
  };
  const paths = items(
    '  /users/1001  /users/1001/followers  /system/balance  /hashtags/trail  /users/1012  /resolve/media?code=BvW9DMF5srJ',
  );

  const owner = await limited(10);
  const { key } = owner.key;
  const call = (path, headers) => world.call(path, key, headers);
  const sendings = [
    ['over six paths from six IPs', (at) => call(paths[at % 6], { 'x-forwarded-for': `10.7.0.${at % 6}` })],
    ['with other headers', (at) => call('/system/balance', { 'user-agent': `a${at}`, forwarded: `for=10.0.0.${at}` })],
    ['with other ids', (at) => call(`/users/${1_001 + (at % 2) * 11}`)],
  ];
  for (const [what, act] of area.pick(sendings, 1)) await burst(`60 at once ${what}`, 10, () => statusesOf(60, act));
  const line = `GET /system/balance HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n\r\n`;
  await burst(
    '60 pipelined on one connection',
    10,
    async () => (await converse(world.baseUrl, line.repeat(60))).statuses,
  );

  const rotated = await limited(10);
  const keys = [rotated.key];
  for (let turn = 0; turn < 3; turn++) {
    const next = await rotated.must('POST', `/keys/${keys.at(-1).id}/rotate`, { overlap_seconds: 600 });
    world.remember('API key', next.key);
    keys.push(next);
  }
  await world.untilStatus(keys.at(-1).key, 200);
  const roundRobin = (at) => world.call('/system/balance', keys[at % 4].key);
  await burst('four keys of one family, 30 times each', 10, () => statusesOf(120, roundRobin));

  const change = (body) => support.as({ method: 'PATCH', path: `/support/keys/${owner.key.id}`, body });
  const rates = [0, -1, 1.5, 10_001, 1e9, null, 'x', [], {}, '', '1e9', '-1', '1x'];
  await area.attempts('a rate limit of', rates, (value) => change({ rate_limit_per_second: value }), 422);
  await area.attempts('the body', [{}, { rate_limit_per_second: 10, id: '1' }, { rate: 10 }], change, 422);
  const own = { method: 'PATCH', path: `/keys/${owner.key.id}`, body: { rate_limit_per_second: 1_000 } };
  await area.attempt('a rate limit that an owner sets', owner.as(own), 422);
  const decide = { method: 'POST', path: '/support/rate-requests/1/decision', body: { granted: true } };
  await area.attempt("an owner's decision on a rate request", owner.as(decide), 403);
}

const statusesOf = async (count, act) => (await atOnce(count, act)).map(({ status }) => status);
