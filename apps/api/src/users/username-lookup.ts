import { compileShape } from '@loupe/lossless-json';
import { failurePaths, nonsense, scanRows } from '../gateway/answers/upstream-body';

const typeaheadRow = compileShape({
  users: 'users',
  user: 'users[]',
  pk: 'users[].pk',
  username: 'users[].username',
  ...failurePaths,
});

/**
 * The pk of the user whose handle is exactly `username` (lower case), from the rows of a typeahead; undefined when nobody has it.
 * The best hit is not always the first one: a popular near-match often stands before it.
 */
export function pkOfUsername(body: Buffer, username: string): string | undefined {
  const rows = scanRows(body, typeaheadRow);
  if (!rows.some((row) => row.one('users')?.type === 'array')) throw nonsense('users');
  for (const row of rows) {
    for (const user of row.all('user')) {
      const [pk] = row.within(user, 'pk');
      const [name] = row.within(user, 'username');
      if (pk && name && row.text(name).toLowerCase() === username) return row.text(pk);
    }
  }
  return undefined;
}
