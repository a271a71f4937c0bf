import type { EntityManager } from 'typeorm';
import { Problem } from '../../platform/http/problem';
import { balanceChannel } from './funds';

/**
 * The accounts of the house: where the other half of every transfer goes. Adjustments take what is neither service nor money
 * received; no code enters any, the operator's guide says how to do it by hand.
 */
export const houseAccounts = { revenue: 1, funding: 2, adjustments: 3 } as const;

export type TransferKind = 'charge' | 'top_up' | 'adjustment' | 'reversal';

/** Money to be moved between a customer and the house; the amount is positive when the customer gains. */
export interface Posting {
  readonly accountId: number;
  readonly houseAccountId: number;
  readonly amountMicros: bigint;
  readonly kind: Exclude<TransferKind, 'charge'>;
  readonly reverses?: string;
  readonly note: string;
}

/** A transfer that was written: its id (a UUIDv7) and the customer's balance after it. */
export interface Posted {
  readonly entryId: string;
  readonly balanceMicros: bigint;
}

/**
 * Moves money in the caller's transaction and tells every process that the balance has changed once it is committed.
 * @throws {Problem} `not_found` for an account that is no customer's, `conflict` when the balance would fall below zero.
 */
export async function post(db: EntityManager, posting: Posting): Promise<Posted> {
  const { accountId, houseAccountId, amountMicros, kind, reverses, note } = posting;
  // The lock comes first: a batch of charges on this account either is seen here or waits for us.
  const [account] = await db.query(
    `SELECT balance_micros FROM accounts WHERE id = $1 AND kind = 'customer' FOR NO KEY UPDATE`,
    [accountId],
  );
  if (!account) throw new Problem('not_found', 'There is no such account.');
  const balanceMicros = BigInt(account.balance_micros) + amountMicros;
  if (balanceMicros < 0n) {
    throw new Problem('conflict', 'The account no longer holds this amount: its balance would fall below zero.');
  }
  await db.query('UPDATE accounts SET balance_micros = $2 WHERE id = $1', [accountId, `${balanceMicros}`]);
  const [{ id: entryId }] = await db.query(
    `INSERT INTO transfers (account_id, house_account_id, amount_micros, balance_after_micros, kind, reverses, note)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [accountId, houseAccountId, `${amountMicros}`, `${balanceMicros}`, kind, reverses, note],
  );
  await announceBalance(db, accountId);
  return { entryId, balanceMicros };
}

/** Tells every process, at commit, to forget what it knows of this account's balance. */
export async function announceBalance(db: EntityManager, accountId: number): Promise<void> {
  await db.query('SELECT pg_notify($1, $2)', [balanceChannel, `${accountId}`]);
}
