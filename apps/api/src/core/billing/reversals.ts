import { formatUsd } from '@loupe/dto';
import type { DataSource, EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log';
import { Problem } from '../../platform/http/problem';
import { isRequestId } from '../usage/usage-record';
import { type Posted, post } from './ledger';

export interface Reversal {
  /** The transfer to take back. */
  readonly entryId: string;
  readonly note: string;
  readonly actor: Actor;
}

/** Takes transfers back, by new ones that name them: nothing in the ledger is ever changed. */
export class Reversals {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Reverses a transfer in full.
   * @throws {Problem} `not_found`; `conflict` when it was reversed before, is a reversal itself, or the balance no longer holds it.
   */
  reverse({ entryId, note, actor }: Reversal): Promise<Posted> {
    return this.dataSource.transaction(async (db) => {
      const entry = await find(db, entryId);
      if (!entry) throw new Problem('not_found', 'There is no such entry.');
      if (entry.kind === 'reversal') throw new Problem('conflict', 'A reversal is not reversed: top up instead.');
      const accountId = Number(entry.account_id);
      const amountMicros = -BigInt(entry.amount_micros);
      const posted = await post(db, {
        accountId,
        houseAccountId: entry.house_account_id,
        amountMicros,
        kind: 'reversal',
        reverses: entryId,
        note,
      }).catch(refuseSecondReversal);
      const detail = { amount_usd: formatUsd(amountMicros), reversal: posted.entryId, note };
      const target = { accountId, targetType: 'entry', targetId: entryId };
      await recordAudit(db, { actor, action: 'entry.reverse', ...target, detail });
      return posted;
    });
  }
}

async function find(db: EntityManager, entryId: string) {
  if (!isRequestId(entryId)) return undefined;
  const rows = await db.query('SELECT account_id, house_account_id, amount_micros, kind FROM transfers WHERE id = $1', [
    entryId,
  ]);
  return rows[0];
}

/** The database decides: of two reversals that race, the unique index lets one through. */
function refuseSecondReversal(error: { constraint?: string }): never {
  if (error.constraint === 'transfers_reversed_once') throw new Problem('conflict', 'This entry was reversed before.');
  throw error;
}
