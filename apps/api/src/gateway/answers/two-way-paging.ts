import type { Paging } from './list-answer';

/** By which of the upstream's two parameters a thread is walked; travels second in the cursor. */
export type Way = 'min' | 'max';

/** Where the upstream says how a thread goes on in one direction. */
interface Direction {
  readonly token: string;
  readonly more: string;
}

/**
 * Threads of comments can go on in two directions, each with a token and a flag, whose false ends that direction and whose
 * absence says nothing. Once taken, a direction is kept: a later page may also name the way back, and following both would go
 * round for ever. What the first page said of the other one travels third in the cursor, and is walked afterwards.
 */
export function twoWayPaging(first: Way, directions: Readonly<Record<Way, Direction>>): Paging {
  const { min, max } = directions;
  return {
    fields: { min: min.token, moreMin: min.more, max: max.token, moreMax: max.more },
    next(fields, asked) {
      const tokens = {
        min: fields.moreMin === 'false' ? '' : (fields.min ?? ''),
        max: fields.moreMax === 'false' ? '' : (fields.max ?? ''),
      };
      if (asked) {
        const [token, way, waiting] = asked as [string, Way, string];
        const onward = fields[way] === token ? token : tokens[way];
        if (waiting !== '' && (onward === '' || onward === token)) return [waiting, opposite[way], ''];
        return onward === '' ? undefined : [onward, way, waiting];
      }
      const second = opposite[first];
      if (tokens[first] === '') return tokens[second] === '' ? undefined : [tokens[second], second, ''];
      const isSure = fields[second === 'min' ? 'moreMin' : 'moreMax'] === 'true';
      return [tokens[first], first, isSure ? tokens[second] : ''];
    },
  };
}

const opposite = { min: 'max', max: 'min' } as const;

/** The upstream's two parameters, of which a cursor fills in one. */
export function wayOn(cursor: readonly string[] | undefined): { minId?: string; maxId?: string } {
  if (!cursor) return {};
  return cursor[1] === 'min' ? { minId: cursor[0]! } : { maxId: cursor[0]! };
}
