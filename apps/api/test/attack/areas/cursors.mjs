// A cursor opens the list that it was issued for, unchanged, and nothing else; what is refused never reaches the upstream.
import { said } from '../area.mjs';
import { items, sql, texts } from '../payloads.mjs';
import { dataRoutes, requestTo } from '../routes.mjs';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Every list; the cursor of the grid is the upstream's own, and nothing of ours to refuse. */
const routes = dataRoutes.filter(
  ({ path, parameters }) => parameters.some(({ name }) => name === 'cursor') && path !== '/users/{user_id}/posts',
);
const lists = items(
  '  /users/1012/followers  /users/1012/following  /hashtags/trail/recent  /hashtags/trail/top  /audio/trending',
);

export async function cursors(area, world) {
  const { key } = (await world.createOwner()).key;
  const headers = { 'x-api-key': key };
  const pageOf = (path, cursor) => {
    const separator = path.includes('?') ? '&' : '?';
    return { path: `${path}${separator}cursor=${encodeURIComponent(cursor)}`, headers };
  };
  const cursorOf = async (path) => (await world.call(path, key)).json?.next_cursor;
  for (const path of area.pick(lists, 1)) {
    const cursor = await cursorOf(path);
    await area.control(`${path} goes on`, pageOf(path, cursor), 200);
    const before = await world.installation.simulator.total();
    const changed = [...area.pick([...tampered(cursor, area)], 12), ...area.pick([...sql, ...texts.filter(Boolean)])];
    await area.attempts(`${path} with the cursor`, changed, (one) => pageOf(path, one), isRefused);
    const elsewhere = routes.map((route) => requestTo(route).path).filter((other) => other !== path);
    await area.attempts(`the cursor of ${path} at`, elsewhere, (other) => pageOf(other, cursor), isRefused);
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
