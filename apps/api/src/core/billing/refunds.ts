import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Actor } from '../../platform/audit/audit-log.repository';
import { Problem } from '../../platform/http/problem';
import { LOGGER } from '../../platform/observability/logger';
import { Doubts } from './doubts';
import { Reversals } from './reversals';

const actor: Actor = { userId: null, label: 'loupe', address: null };
const note = 'The database confirmed this charge after its caller had been told that nothing was charged.';

/**
 * Takes back charges that were committed after their callers had been let go with an error: those that this process was told of, and
 * those that one left which was killed.
 */
@Injectable()
export class Refunds {
  private readonly due = new Set<string>();

  constructor(
    @Inject(Reversals) private readonly reversals: Pick<Reversals, 'reverse' | 'standing'>,
    @Inject(Doubts) private readonly doubts: Pick<Doubts, 'note' | 'ofOtherProcesses' | 'settle' | 'forgetOld'>,
    @Inject(LOGGER) private readonly log: Pick<Logger, 'error' | 'warn'>,
  ) {}

  /** Callers were told that nothing is charged before the database said so. */
  doubt(requestIds: readonly string[]): void {
    this.doubts.note(requestIds);
    this.log.error(
      { request_ids: requestIds },
      'the database does not confirm charges; their callers were answered 503, and what is charged after all is reversed',
    );
  }

  add(requestId: string): void {
    this.due.add(requestId);
  }

  /** Reverses what is due. @throws the first failure; the others are tried all the same, and what is left stays due. */
  async flush(): Promise<void> {
    const others = this.doubts.ofOtherProcesses();
    if (others.length > 0) for (const id of await this.reversals.standing(others)) this.due.add(id);
    const failures: unknown[] = [];
    for (const entryId of this.due) {
      try {
        await this.reversals.reverse({ entryId, note, actor, unlessRepeated: true }).catch(ignoreNothingToReverse);
        this.due.delete(entryId);
        this.doubts.settle(entryId);
        this.log.warn({ request_id: entryId }, 'a charge that was confirmed too late has been reversed');
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    this.doubts.forgetOld();
  }

  /** The last attempt of this process: what it cannot reverse is for the operator to reverse. */
  async end(): Promise<void> {
    await this.flush().catch(() => undefined);
    if (this.due.size === 0) return;
    this.log.error({ request_ids: [...this.due] }, 'charges that were confirmed too late are still to be reversed');
  }
}

/** The charge has been reversed already, its answer went to a repeat, or the present database has never seen it. */
function ignoreNothingToReverse(error: unknown): void {
  if (!(error instanceof Problem) || !['conflict', 'not_found'].includes(error.code)) throw error;
}
