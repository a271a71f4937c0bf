import { compileShape } from '@loupe/lossless-json';
import {
  countUnknown,
  failurePaths,
  isKnown,
  malformedUpstream,
  markPaths,
  scanRows,
} from '../../gateway/answers/upstream-body';

const typeaheadRow = compileShape<string>({
  users: 'users',
  user: 'users[]',
  pk: 'users[].pk',
  username: 'users[].username',
  ...markPaths({ texts: 'users[].username' }),
  hasMore: 'has_more',
  rankToken: 'rank_token',
  ...failurePaths,
});

export interface UsernameLookup {
  readonly pk: string | undefined;
  readonly unknownElements: number;
}

/** Finds the user with exactly this handle. `username` is in lower case. A popular near-match may come first. */
export function findUsername(body: Buffer, username: string): UsernameLookup {
  const rows = scanRows<string>(body, typeaheadRow);
  if (!rows.some((row) => row.one('users')?.type === 'array')) throw malformedUpstream('users');
  let all = 0;
  let known = 0;
  let pk: string | undefined;
  for (const row of rows) {
    for (const user of row.all('user')) {
      all += 1;
      if (!isKnown(row, user)) continue;
      known += 1;
      const [name] = row.within(user, 'username');
      if (pk !== undefined || row.text(name!).toLowerCase() !== username) continue;
      const [id] = row.within(user, 'pk');
      pk = id && row.text(id);
      // The pk goes into the URL of the next request.
      if (!/^[1-9]\d*$/.test(pk ?? '')) throw malformedUpstream('the pk of the user');
    }
  }
  const unknownElements = countUnknown('users', all, known);
  const last = rows.at(-1)!;
  // Only a complete stream proves that no user has the handle. Its last row has a rank token.
  if (pk === undefined && last.one('hasMore')?.type === 'true' && !last.one('rankToken'))
    throw malformedUpstream('its last row');
  return { pk, unknownElements };
}
