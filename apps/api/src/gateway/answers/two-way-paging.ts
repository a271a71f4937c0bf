import type { Paging } from './list-answer';

/** The upstream parameter that pages a thread. It is the second value of the cursor. */
export type Way = 'min' | 'max';

interface Direction {
  readonly token: string;
  readonly more: string;
}

/**
 * Pages threads of comments, which the upstream pages in two directions, each with a token and a flag. A false flag
 * ends a direction; a missing flag means nothing.
 * A walk finishes its first direction before it takes the other direction. Later pages also name the way back, and following
 * it would never end. The cursor's third value is the first page's token for the other direction, if its flag is true.
 */
export function twoWayPaging(first: Way, directions: Readonly<Record<Way, Direction>>): Paging {
  const { min, max } = directions;
  return {
    fields: { min: min.token, moreMin: min.more, max: max.token, moreMax: max.more },
    next(fields, current) {
      const tokens = {
        min: fields.moreMin === 'false' ? '' : (fields.min ?? ''),
        max: fields.moreMax === 'false' ? '' : (fields.max ?? ''),
      };
      if (current) {
        const [token, way, waiting] = current as [string, Way, string];
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

export function pageParametersOf(cursor: readonly string[] | undefined): { minId?: string; maxId?: string } {
  if (!cursor) return {};
  return cursor[1] === 'min' ? { minId: cursor[0]! } : { maxId: cursor[0]! };
}
