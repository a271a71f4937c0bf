/** Into how many shards the ledger is cut. It never changes: rows say theirs. */
export const shardCount = 32;

/** The shard of the ledger that an account belongs to; the database's `shard_of` says the same. */
export function shardOf(accountId: number): number {
  return accountId % shardCount;
}
