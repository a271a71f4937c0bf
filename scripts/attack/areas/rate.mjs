// A key's rate holds for all that it does, wherever the requests come from, and for the line of keys it was rotated into.
import { setTimeout as sleep } from 'node:timers/promises';
import { said } from '../area.mjs';
import { statusesIn, talk } from '../http.mjs';
import { numbers } from '../payloads.mjs';

export async function rate(area, world) {
  const { support } = world;
  const limited = async (perSecond, amountUsd = '10') => {
    const owner = await world.createOwner(amountUsd);
    await support.must('PATCH', `/support/keys/${owner.key.id}`, { rate_limit_per_second: perSecond });
    while (
      (await world.call('/system/balance', owner.key.key)).headers['ratelimit-policy']?.includes(`q=${perSecond};`) ===
      false
    );
    return owner;
  };
  /** How many of a burst may be answered: the rate for each second that it lasted, and one second more. */
  const burst = async (what, perSecond, send) => {
    await sleep(1_100);
    const startedMs = performance.now();
    const statuses = await send();
    const allowed = perSecond * (1 + Math.ceil((performance.now() - startedMs) / 1_000));
    const answered = statuses.filter((status) => status === 200).length;
    area.verify(
      `${what}: some are answered`,
      answered < Math.min(perSecond, statuses.length) && `${answered} of ${statuses.length}`,
    );
    area.claim(what, answered > allowed && `${answered} were answered, ${allowed} at most may be`);
  };
  const paths = [
    '/users/1001',
    '/users/1001/followers',
    '/system/balance',
    '/hashtags/trail',
    '/users/1012',
    '/resolve/media?pk=2006059184019655369',
  ];
  const all = async (requests) => (await Promise.all(requests)).map(({ status }) => status);

  const owner = await limited(10);
  const { key } = owner.key;
  const from = (number) => ({ 'x-forwarded-for': `10.7.0.${number % 6}` });
  await burst('60 at once over six paths from six addresses', 10, () =>
    all(Array.from({ length: 60 }, (_, at) => world.call(paths[at % 6], key, from(at)))),
  );
  const line = `GET /system/balance HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n\r\n`;
  await burst('60 pipelined on one connection', 10, async () => statusesIn(await talk(world.baseUrl, line.repeat(60))));
  await burst('60 at once with other headers', 10, () =>
    all(
      Array.from({ length: 60 }, (_, at) =>
        world.call('/system/balance', key, {
          'user-agent': `a${at}`,
          'cache-control': 'no-cache',
          forwarded: `for=10.0.0.${at}`,
        }),
      ),
    ),
  );
  await burst('60 at once with other queries', 10, () =>
    all(Array.from({ length: 60 }, (_, at) => world.call(`/users/${1_001 + (at % 2) * 11}`, key))),
  );

  const rotated = await limited(10);
  const keys = [rotated.key];
  for (let turn = 0; turn < 3; turn++) {
    const next = await rotated.must('POST', `/keys/${keys.at(-1).id}/rotate`, { overlap_seconds: 600 });
    world.remember('API key', next.key);
    keys.push(next);
  }
  while ((await world.call('/system/balance', keys.at(-1).key)).status === 401);
  await burst('four keys of one line, 30 at once each', 10, () =>
    all(keys.flatMap((one) => Array.from({ length: 30 }, () => world.call('/system/balance', one.key)))),
  );

  await refusalsAreCounted(area, world, limited);
  const change = (value) =>
    support.as({ method: 'PATCH', path: `/support/keys/${owner.key.id}`, body: { rate_limit_per_second: value } });
  for (const value of [
    0,
    -1,
    1.5,
    10_001,
    1e9,
    null,
    'x',
    [],
    {},
    '',
    '1e9',
    ...numbers.slice(0, 3).map((text) => `${text}x`),
  ])
    await area.attempt(`a rate of ${JSON.stringify(value)}`, change(value), 422);
  for (const body of [{}, { rate_limit_per_second: 10, id: '1' }, { rate: 10 }])
    await area.attempt(
      `the body ${JSON.stringify(body)}`,
      support.as({ method: 'PATCH', path: `/support/keys/${owner.key.id}`, body }),
      422,
    );
  await area.attempt(
    'a rate that an owner gives',
    owner.as({ method: 'PATCH', path: `/keys/${owner.key.id}`, body: { rate_limit_per_second: 1_000 } }),
    422,
  );
  await area.attempt(
    "a decision of one's own",
    owner.as({ method: 'POST', path: '/support/rate-requests/1/decision', body: { granted: true } }),
    403,
  );
}

/** Requests that are refused write next to nothing. */
async function refusalsAreCounted(area, world, limited) {
  const count = area.isShort ? 200 : 600;
  for (const [what, amountUsd, perSecond] of [
    ['over the rate', '10', 5],
    ['without money', '0', 5_000],
  ]) {
    const owner = await limited(perSecond, amountUsd);
    const answers = [];
    for (let sent = 0; sent < count; sent += 50)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, () => world.call('/users/1001', owner.key.key)))));
    const refused = answers.filter(({ status }) => status === 429 || status === 402).length;
    area.verify(`${what}: most are refused`, refused < count / 2 && said(answers[0]));
    // The log is written behind the answers: this request's row comes last.
    const last = (await world.call('/users/x', (await world.createKey(owner)).key)).headers['x-request-id'];
    while ((await owner.send('GET', `/requests/${last}`)).status !== 200) await sleep(100);
    const rows = await rowsOf(world, owner);
    area.claim(`${refused} requests ${what}`, rows > 60 && `wrote ${rows} rows`);
  }
}

async function rowsOf(world, { accountId }) {
  const refused = 'SELECT count(*) FROM usage_rows WHERE account_id = $1 AND status IN (402, 429)';
  return Number((await world.db.query(refused, [accountId]))[0].count);
}
