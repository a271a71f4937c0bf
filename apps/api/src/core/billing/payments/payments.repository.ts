import { Injectable } from '@nestjs/common';
import type { Db, Raw } from '../../../platform/database/db';
import type { PaymentFact } from './payment-fact';

export const paymentStates = [
  'open',
  'pending',
  'paid',
  'failed',
  'expired',
  'partly_refunded',
  'refunded',
  'disputed',
] as const;

export interface Payment {
  /** A UUIDv7, Stripe's `client_reference_id`. */
  readonly id: string;
  readonly accountId: number;
  readonly amountMicros: bigint;
  readonly createdAt: Date;
  readonly state: (typeof paymentStates)[number];
  readonly refundedMicros: bigint;
  /** In disputes that are open or lost. */
  readonly disputedMicros: bigint;
  readonly sessionId: string | null;
  readonly checkoutUrl: string | null;
  readonly intentId: string | null;
  readonly receiptUrl: string | null;
}

/** What of a payment never changes, but for Stripe's ids, which become known once. */
export interface LockedPayment extends Pick<Payment, 'id' | 'accountId' | 'amountMicros' | 'sessionId' | 'intentId'> {
  readonly isErased: boolean;
}

export interface DailyLimit {
  readonly payments: number;
  readonly micros: bigint;
}

const selectPayment = `
  SELECT id, account_id::float8 AS "accountId", amount_micros AS "amountMicros", created_at AS "createdAt", state,
    refunded_micros AS "refundedMicros", disputed_micros AS "disputedMicros", session_id AS "sessionId",
    checkout_url AS "checkoutUrl", intent_id AS "intentId", receipt_url AS "receiptUrl"
  FROM payment_states`;

/** Stripe's receipts name people. */
const isNotErased = `NOT EXISTS (SELECT FROM account_profiles a WHERE a.id = p.account_id AND a.status = 'erased')`;

function paymentOf(row: Raw<Payment, 'amountMicros' | 'refundedMicros' | 'disputedMicros'>): Payment {
  const { amountMicros, refundedMicros, disputedMicros, ...payment } = row;
  return {
    ...payment,
    amountMicros: BigInt(amountMicros),
    refundedMicros: BigInt(refundedMicros),
    disputedMicros: BigInt(disputedMicros),
  };
}

@Injectable()
export class PaymentsRepository {
  /**
   * Inserts a payment if the account stays within its limit of the UTC day. Payments that failed or expired do not count. The
   * caller's transaction has locked the account's profile, so that two payments see each other.
   */
  async insert(db: Db, accountId: number, amountMicros: bigint, limit: DailyLimit): Promise<Payment | undefined> {
    const [row] = await db.query(
      `INSERT INTO payments (account_id, amount_micros)
       SELECT $1, $2::bigint FROM (
         SELECT count(*) AS payments, coalesce(sum(amount_micros), 0) AS micros FROM payment_states
         WHERE account_id = $1 AND created_at >= date_trunc('day', now(), 'UTC') AND state NOT IN ('failed', 'expired')
       ) AS today WHERE payments < $3 AND micros + $2::bigint <= $4::bigint
       RETURNING id`,
      [accountId, `${amountMicros}`, limit.payments, `${limit.micros}`],
    );
    return row && this.find(db, row.id);
  }

  async find(db: Db, id: string, accountId?: number): Promise<Payment | undefined> {
    const [row] = await db.query(`${selectPayment} WHERE id = $1 AND ($2::bigint IS NULL OR account_id = $2)`, [
      id,
      accountId,
    ]);
    return row && paymentOf(row);
  }

  /** Newest first. @param beforeId the last one of the previous page */
  async list(db: Db, accountId: number, beforeId: string | undefined, limit: number): Promise<Payment[]> {
    const rows = await db.query(
      `${selectPayment} WHERE account_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [accountId, beforeId, limit],
    );
    return rows.map(paymentOf);
  }

  async idOfIntent(db: Db, intentId: string): Promise<string | undefined> {
    const [row] = await db.query('SELECT id FROM payments WHERE intent_id = $1', [intentId]);
    return row?.id;
  }

  async saveCheckout(db: Db, id: string, sessionId: string, checkoutUrl: string | null): Promise<void> {
    await db.query('UPDATE payments SET session_id = $2, checkout_url = $3 WHERE id = $1', [
      id,
      sessionId,
      checkoutUrl,
    ]);
  }

  /** Locks a payment against all other facts about it, and before it the profile of its account, as everywhere. */
  async lock(db: Db, id: string): Promise<LockedPayment | undefined> {
    const [row] = await db.query(
      `SELECT p.id, p.account_id::float8 AS "accountId", p.amount_micros AS "amountMicros", p.session_id AS "sessionId",
         p.intent_id AS "intentId", a.status = 'erased' AS "isErased"
       FROM payments p JOIN account_profiles a ON a.id = p.account_id WHERE p.id = $1 FOR NO KEY UPDATE OF a, p`,
      [id],
    );
    return row && { ...row, amountMicros: BigInt(row.amountMicros) };
  }

  /** Stripe's pages on which an account that was stopped for its debt could still pay. */
  async openPages(db: Db, accountId: number): Promise<string[]> {
    const rows: { session: string }[] = await db.query(
      `SELECT session_id AS session FROM payment_states p JOIN account_profiles a ON a.id = p.account_id
       WHERE account_id = $1 AND state = 'open' AND session_id IS NOT NULL AND stopped_for_debt`,
      [accountId],
    );
    return rows.map(({ session }) => session);
  }

  /** @returns false for a fact that was known */
  async addFact(db: Db, id: string, { kind, reference = '', amountMicros }: PaymentFact): Promise<boolean> {
    const added: unknown[] = await db.query(
      `INSERT INTO payment_events (payment_id, kind, reference, amount_micros) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING kind`,
      [id, kind, reference, `${amountMicros}`],
    );
    return added.length > 0;
  }

  async saveIntent(db: Db, id: string, intentId: string): Promise<void> {
    await db.query('UPDATE payments SET intent_id = $2 WHERE id = $1 AND intent_id IS NULL', [id, intentId]);
  }

  async saveReceipt(db: Db, id: string, receiptUrl: string): Promise<void> {
    await db.query(`UPDATE payments p SET receipt_url = $2 WHERE id = $1 AND ${isNotErased}`, [id, receiptUrl]);
  }

  /** Payments of the last week that were paid and have no receipt yet. */
  async withoutReceipt(db: Db, limit: number): Promise<Payment[]> {
    const rows = await db.query(
      `${selectPayment} p WHERE ${isNotErased} AND receipt_url IS NULL AND created_at > now() - interval '7 days' AND intent_id IS NOT NULL
         AND paid_micros > 0 ORDER BY id LIMIT $1`,
      [limit],
    );
    return rows.map(paymentOf);
  }

  /** @returns how much the ledger must add for a payment; negative when it must take money back */
  async missing(db: Db, id: string): Promise<bigint> {
    const [{ micros }] = await db.query(
      `SELECT due_micros - (SELECT coalesce(sum(amount_micros), 0)::bigint FROM payment_entries
         WHERE payment_id = $1 AND NOT is_debt) AS micros
       FROM payment_states WHERE id = $1`,
      [id],
    );
    return BigInt(micros);
  }

  /** @returns up to when messages were read; before the first time, when the first payment was made, if any */
  async sweptTo(db: Db): Promise<Date | null> {
    const [{ at }] = await db.query(
      'SELECT coalesce((SELECT swept_to FROM payment_sweeps), (SELECT min(created_at) FROM payments)) AS at',
    );
    return at;
  }

  async saveSwept(db: Db, at: Date): Promise<void> {
    await db.query(
      `INSERT INTO payment_sweeps (swept_to) VALUES ($1) ON CONFLICT (one) DO UPDATE SET swept_to = excluded.swept_to`,
      [at],
    );
  }
}
