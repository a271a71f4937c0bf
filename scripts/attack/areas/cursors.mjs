// A cursor opens the list that it was issued for, unchanged, and nothing else; what is refused never reaches the upstream.
import { said } from '../area.mjs';
import { sql, texts } from '../payloads.mjs';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const elsewhere = [
  '/users/1001/following',
  '/users/1002/followers',
  '/users/1001/reels',
  '/users/1001/tagged',
  '/users/1001/reposts',
  '/users/1001/posts',
  '/hashtags/trail/recent',
  '/hashtags/trail/top',
  '/locations/371653515/recent',
  '/audio/trending',
];
const lists = [
  '/users/1012/followers',
  '/users/1012/following',
  '/hashtags/trail/recent',
  '/hashtags/trail/top',
  '/audio/trending',
];

export async function cursors(area, world) {
  const { key } = (await world.createOwner()).key;
  const headers = { 'x-api-key': key };
  const pageOf = (path, cursor) => ({ path: `${path}?cursor=${encodeURIComponent(cursor)}`, headers });
  const cursorOf = async (path) => (await world.call(path, key)).json?.next_cursor;
  for (const path of area.pick(lists, 1)) {
    const cursor = await cursorOf(path);
    await area.control(`${path} goes on`, pageOf(path, cursor), 200);
    const before = await world.installation.simulator.total();
    for (const changed of [
      ...area.pick([...tampered(cursor, area)], 12),
      ...area.pick([...sql, ...texts.filter(Boolean)]),
    ])
      await area.attempt(`${path} with ${JSON.stringify(changed.slice(0, 80))}`, pageOf(path, changed), isRefused);
    for (const other of elsewhere.filter((one) => one !== path))
      await area.attempt(`the cursor of ${path} at ${other}`, pageOf(other, cursor), isRefused);
    const asked = (await world.installation.simulator.total()) - before;
    area.claim('no refused cursor of this list reaches the upstream', asked > 0 && `${asked} requests did`);
  }
  await ofTheDashboard(area, world);
}

/** Each letter changed, one left out, put in or doubled, cut short, turned round; and cursors of another installation. */
function* tampered(cursor, area) {
  for (let at = 0; at < cursor.length; at++) {
    const letter = area.choose([...alphabet].filter((one) => one !== cursor[at]));
    yield cursor.slice(0, at) + letter + cursor.slice(at + 1);
    if (at % 4 === 0) yield cursor.slice(0, at) + cursor.slice(at + 1);
    if (at % 4 === 2) yield cursor.slice(0, at) + letter + cursor.slice(at);
  }
  yield cursor + cursor;
  yield `${cursor}=`;
  yield `${cursor}A`;
  yield ` ${cursor}`;
  yield [...cursor].reverse().join('');
  yield Buffer.from(cursor).toString('base64url');
  yield cursor.toLowerCase();
}

function isRefused(answer) {
  const isProblem = answer.status === 400 && answer.json?.code === 'invalid_cursor';
  return isProblem || answer.status === 422 ? undefined : said(answer);
}

/** Cursors of the request log and the ledger: another customer's shows nothing of theirs. */
async function ofTheDashboard(area, world) {
  const [victim, stranger] = [await world.createOwner(), await world.createOwner()];
  await world.fill(victim);
  for (const path of ['/requests', '/ledger']) {
    const { next_cursor: cursor, items } = await victim.must('GET', `${path}?limit=1`);
    area.verify(`the victim's ${path} has rows`, items.length === 0 && 'none');
    const values = [
      ...(cursor ? [cursor, ...area.pick([...tampered(cursor, area)], 4)] : []),
      ...area.pick([...sql, ...texts]),
    ];
    for (const value of values) {
      const request = { path: `${path}?limit=1&cursor=${encodeURIComponent(value)}` };
      const what = `${path} of a stranger with ${JSON.stringify(value.slice(0, 60))}`;
      await area.attempt(what, stranger.as(request), (answer) => {
        if (items.some(({ id, request_id: requestId }) => answer.text.includes(id ?? requestId)))
          return "shows the victim's rows";
        return [200, 400, 422].includes(answer.status) ? undefined : said(answer);
      });
    }
  }
}
