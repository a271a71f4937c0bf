import { Problem } from '../../../platform/http/problem';
import type { Page, PageQuery } from './page';

const usualLimit = 50;

/** How the rows of a list that grows without bound are read on and shown. */
export interface Reading<Row, View> {
  /** At most `limit` rows behind the row with this key, or the first ones. */
  readonly read: (afterKey: string | undefined, limit: number) => Promise<Row[]>;
  readonly keyOf: (row: Row) => string;
  readonly show: (row: Row) => View;
  /** What the keys look like: anything else as a cursor is refused before the database sees it. */
  readonly isKey: (text: string) => boolean;
}

/** One page. @throws {Problem} `invalid_cursor`. */
export async function readPage<Row, View>(query: PageQuery, reading: Reading<Row, View>): Promise<Page<View>> {
  const { cursor, limit = usualLimit } = query;
  if (cursor !== undefined && !reading.isKey(cursor)) {
    throw new Problem('invalid_cursor', 'cursor was not given out by this list. Leave it out to start again.');
  }
  const rows = await reading.read(cursor, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next_cursor = last === undefined ? null : reading.keyOf(last);
  return { items: shown.map(reading.show), next_cursor, has_more: next_cursor !== null };
}

/** Every row, some hundred at a time. */
export async function* readAll<Row>(
  { read, keyOf }: Pick<Reading<Row, unknown>, 'read' | 'keyOf'>,
  rowsAtOnce = 1_000,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last && keyOf(last), rowsAtOnce);
    yield rows;
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
  } while (last !== undefined);
}
