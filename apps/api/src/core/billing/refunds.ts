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
        const isReversed = await this.reverse(entryId);
        this.due.delete(entryId);
        this.doubts.settle(entryId);
        if (isReversed)
          this.log.warn({ request_id: entryId }, 'a charge that was confirmed too late has been reversed');
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    this.doubts.forgetOld();
  }

  /** Whether there was something to reverse: it may have been done, its answer have gone to a repeat, or the database be another. */
  private async reverse(entryId: string): Promise<boolean> {
    try {
      await this.reversals.reverse({ entryId, note, actor, unlessRepeated: true });
      return true;
    } catch (error) {
      if (error instanceof Problem && ['conflict', 'not_found'].includes(error.code)) return false;
      throw error;
    }
  }

  /** The last attempt of this process: what it cannot reverse is for the operator to reverse. */
  async end(): Promise<void> {
    await this.flush().catch(() => undefined);
    if (this.due.size === 0) return;
    this.log.error({ request_ids: [...this.due] }, 'charges that were confirmed too late are still to be reversed');
  }
}
