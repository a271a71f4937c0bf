import { type Body, compileShape } from '@loupe/lossless-json';
import { failurePaths, malformedUpstream, scanRows } from '../../gateway/answers/upstream-body';

const typeaheadRow = compileShape({
  users: 'users',
  user: 'users[]',
  pk: 'users[].pk',
  username: 'users[].username',
  hasMore: 'has_more',
  rankToken: 'rank_token',
  ...failurePaths,
});

/**
 * The pk of the user whose handle is exactly `username` (lower case), from the rows of a typeahead; undefined when nobody has it.
 * The best hit is not always the first one: a popular near-match often stands before it.
 */
export function pkOfUsername(body: Body, username: string): string | undefined {
  const rows = scanRows(body, typeaheadRow);
  if (!rows.some((row) => row.one('users')?.type === 'array')) throw malformedUpstream('users');
  for (const row of rows) {
    for (const user of row.all('user')) {
      const [pk] = row.within(user, 'pk');
      const [name] = row.within(user, 'username');
      if (pk && name && row.text(name).toLowerCase() === username) return row.text(pk);
    }
  }
  const last = rows.at(-1)!;
  // Only a whole stream can say that nobody has the handle: the last row has a rank token, those before it promise more.
  if (last.one('hasMore')?.type === 'true' && !last.one('rankToken')) throw malformedUpstream('its last row');
  return undefined;
}
