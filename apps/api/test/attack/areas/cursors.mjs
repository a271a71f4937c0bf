// A stranger sends another customer's cursors, intact and altered. No response shows that customer's rows.
import { brief } from '../area.mjs';
import { sql, texts } from '../payloads.mjs';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export async function cursors(area, world) {
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
        return [200, 400, 422].includes(answer.status) ? undefined : brief(answer);
      });
    }
  }
}

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
