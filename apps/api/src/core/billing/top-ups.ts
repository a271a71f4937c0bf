import { createHash } from 'node:crypto';
import { formatUsd } from '@loupe/dto';
import type { DataSource, EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log';
import { Problem } from '../../platform/http/problem';
import { houseAccounts, type Posted, post } from './ledger';

/** An idempotency key, wherever it is given: 1 to 255 printable characters. */
export const idempotencyKeyForm = /^[\x21-\x7e]{1,255}$/;

export interface TopUp {
  readonly accountId: number;
  readonly amountMicros: bigint;
  readonly note: string;
  /** Chosen by the caller, new for each intent: the same one never credits twice. */
  readonly idempotencyKey: string;
  /** The amount once more; needed above the operator's bound. */
  readonly confirmAmountMicros?: bigint | undefined;
  readonly actor: Actor;
}

/** Credits that support gives for money received. */
export class TopUps {
  /** @param confirmAboveMicros amounts above it must be repeated. */
  constructor(
    private readonly dataSource: DataSource,
    private readonly confirmAboveMicros: bigint,
  ) {}

  /**
   * Credits an account once per idempotency key; a repeat gives the first answer.
   * @throws {Problem} `conflict` when the key was used for another top-up, `not_found`, `unprocessable_entity` when the
   *   amount must be confirmed.
   */
  async credit(topUp: TopUp): Promise<Posted> {
    this.checkConfirmation(topUp);
    return this.dataSource.transaction(async (db) => {
      // A racing repeat waits at this key until the first has committed, and then finds it.
      const claimed = await db.query(
        `INSERT INTO top_up_keys (idempotency_key, body_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`,
        [topUp.idempotencyKey, hashOf(topUp)],
      );
      return claimed.length > 0 ? this.creditNow(db, topUp) : this.firstAnswer(db, topUp);
    });
  }

  private checkConfirmation({ amountMicros, confirmAmountMicros }: TopUp): void {
    if (amountMicros <= this.confirmAboveMicros || confirmAmountMicros === amountMicros) return;
    const bound = formatUsd(this.confirmAboveMicros);
    const message = `must repeat amount_usd, because it is above ${bound}`;
    throw new Problem('unprocessable_entity', `confirm_amount_usd ${message}.`, {
      members: { errors: [{ in: 'body', parameter: 'confirm_amount_usd', message }], reason: 'confirmation_required' },
    });
  }

  private async creditNow(db: EntityManager, topUp: TopUp): Promise<Posted> {
    const { accountId, amountMicros, note, idempotencyKey, actor } = topUp;
    const houseAccountId = houseAccounts.funding;
    const posted = await post(db, { accountId, houseAccountId, amountMicros, kind: 'top_up', note });
    await db.query('UPDATE top_up_keys SET transfer_id = $2 WHERE idempotency_key = $1', [
      idempotencyKey,
      posted.entryId,
    ]);
    await recordAudit(db, {
      actor,
      action: 'account.top_up',
      accountId,
      targetType: 'entry',
      targetId: posted.entryId,
      detail: { amount_usd: formatUsd(amountMicros), note },
    });
    return posted;
  }

  private async firstAnswer(db: EntityManager, topUp: TopUp): Promise<Posted> {
    const [first] = await db.query(
      `SELECT body_hash, id, balance_after_micros FROM top_up_keys JOIN transfers ON id = transfer_id
       WHERE idempotency_key = $1`,
      [topUp.idempotencyKey],
    );
    if (!hashOf(topUp).equals(first.body_hash)) {
      throw new Problem('conflict', 'This Idempotency-Key was used for another top-up.');
    }
    return { entryId: first.id, balanceMicros: BigInt(first.balance_after_micros) };
  }
}

function hashOf({ accountId, amountMicros, note }: TopUp): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([accountId, `${amountMicros}`, note]))
    .digest();
}
