/** In how many parts the ledger can be distributed: fixed when the tables were made. */
export const shardCount = 32;

/** The part of the ledger that an account belongs to; the SQL function `shard_of` says the same. */
export function shardOf(accountId: number): number {
  return accountId % shardCount;
}
