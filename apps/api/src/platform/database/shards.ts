/** Number of shards of the ledger. Must never change, because rows store their shard. */
export const shardCount = 32;

/** The shard of an account. The database's `shard_of` must agree. */
export function shardOf(accountId: number): number {
  return accountId % shardCount;
}
