import type { Logger } from 'pino';
import type { Actor } from '../audit/audit-log';
import { Problem } from '../http/problem';
import type { Reversals } from './reversals';

const actor: Actor = { userId: null, label: 'loupe', address: null };
const note = 'The database confirmed this charge after its caller had been told that nothing was charged.';

/**
 * Takes back charges that were committed after their callers had been let go with an error. They are kept in memory until the
 * ledger holds their reversals; the log names them, for the case that this process is killed before.
 */
export class Refunds {
  private readonly due = new Set<string>();

  constructor(
    private readonly reversals: Pick<Reversals, 'reverse'>,
    private readonly log: Pick<Logger, 'error' | 'warn'>,
  ) {}

  /** Callers were told that nothing is charged, while the database still owes the word on it. */
  doubt(requestIds: readonly string[]): void {
    this.log.error(
      { request_ids: requestIds },
      'the database does not confirm charges; their callers were answered 503, and what is charged after all is reversed',
    );
  }

  add(requestId: string): void {
    this.due.add(requestId);
  }

  /** Reverses what is due. @throws when the database cannot do it now; what is left stays due. */
  async flush(): Promise<void> {
    for (const entryId of this.due) {
      await this.reversals.reverse({ entryId, note, actor }).catch(refuseConflict);
      this.due.delete(entryId);
      this.log.warn({ request_id: entryId }, 'a charge that was confirmed too late has been reversed');
    }
  }
}

/** Somebody has reversed it before. */
function refuseConflict(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
}
