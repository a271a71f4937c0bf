export interface PagedList<Row> {
  /** Reads at most `limit` rows after the row with this key, or from the start. */
  readonly read: (afterKey: string | undefined, limit: number) => Promise<Row[]>;
  readonly keyOf: (row: Row) => string;
}

/** Reads a list in batches. A batch is only read when the previous one was consumed. */
export async function* readAll<Row>({ read, keyOf }: PagedList<Row>, batchSize = 1_000): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last && keyOf(last), batchSize);
    yield rows;
    last = rows.length < batchSize ? undefined : rows.at(-1);
  } while (last !== undefined);
}
