import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { loupe } from '../../platform/audit/audit-log.repository';
import { clock } from '../../platform/clock';
import { ENV, type Env } from '../../platform/config/env';
import { LOGGER } from '../../platform/observability/logger';
import { Problem } from '../../platform/problem';
import { isRequestId } from '../usage/usage-record';
import { Reversals } from './reversals';

const note = 'The database confirmed this charge too late: its caller had already got an error.';
/** Longer than the database takes to end the work of a killed process. */
const retentionMs = 600_000;
const readEveryMs = 10_000;

/**
 * Reverses charges that were committed after their callers got a 503.
 * Their ids are written to a file in DATA_DIR before the 503 is sent: the database does not respond at that moment, and
 * a kill of this process must not lose the ids. At start and every ten seconds, each process reads the files of all
 * processes with the same DATA_DIR. Several processes may try to reverse a charge: the ledger accepts one reversal.
 */
@Injectable()
export class InDoubtCharges {
  private readonly due = new Set<string>();
  /** Charges not to try again: once an idempotency key has expired, nothing shows that a replay had the response. */
  private decided = new Set<string>();
  private readonly directory: string;
  private readonly startedAtMs = clock.nowMs();
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(Reversals) private readonly reversals: Pick<Reversals, 'reverse' | 'unreversed'>,
    @Inject(ENV) { DATA_DIR }: Pick<Env, 'DATA_DIR'>,
    @Inject(LOGGER) private readonly log: Pick<Logger, 'error' | 'warn'>,
  ) {
    this.directory = join(DATA_DIR, 'in-doubt-charges');
  }

  /** Records requests whose callers are about to get a 503. */
  record(requestIds: readonly string[]): void {
    this.attempt(() => {
      mkdirSync(this.directory, { recursive: true, mode: 0o700 });
      const lines = requestIds.map((id) => `${id}\n`).join('');
      writeFileSync(join(this.directory, randomUUID()), lines, { flush: true, mode: 0o600 });
    });
    this.log.error(
      { request_ids: requestIds },
      'the database does not confirm charges; their callers get a 503, and charges that are committed after all are reversed',
    );
  }

  /** Adds a charge that was committed. The next {@link flush} reverses it. */
  add(requestId: string): void {
    this.due.add(requestId);
  }

  /** Tries to reverse every due charge; failed charges stay due. @throws when the look-up or a reversal fails */
  async flush(): Promise<void> {
    const isReading = clock.nowMs() - this.readAtMs >= readEveryMs;
    const oldFiles = isReading ? await this.readFiles() : [];
    const failures: unknown[] = [];
    for (const entryId of this.due) {
      try {
        const isReversed = await this.reverse(entryId);
        this.due.delete(entryId);
        this.decided.add(entryId);
        if (isReversed)
          this.log.warn({ request_id: entryId }, 'a charge that was confirmed too late has been reversed');
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    for (const path of oldFiles) this.attempt(() => rmSync(path));
    if (isReading) this.readAtMs = clock.nowMs();
  }

  /** Makes the last attempt of this process. The next process with the same DATA_DIR reverses the logged charges. */
  async end(): Promise<void> {
    await this.flush().catch(() => undefined);
    if (this.due.size === 0) return;
    this.log.error({ request_ids: [...this.due] }, 'charges that were confirmed too late are still to be reversed');
  }

  /** @returns false when the charge is not in the ledger or was reversed before, or a replay delivered its response */
  private async reverse(entryId: string): Promise<boolean> {
    try {
      await this.reversals.reverse({ entryId, note, actor: loupe, unlessRepeated: true });
      return true;
    } catch (error) {
      if (error instanceof Problem && ['conflict', 'not_found'].includes(error.code)) return false;
      throw error;
    }
  }

  /** Adds the recorded charges that are committed. @returns the files whose charges can no longer be committed */
  private async readFiles(): Promise<string[]> {
    const requestIds: string[] = [];
    const old: string[] = [];
    this.attempt(() => {
      for (const name of readdirSync(this.directory))
        this.attempt(() => {
          const path = join(this.directory, name);
          // A process that is killed while writing leaves an incomplete line. That charge's caller got no response.
          requestIds.push(...readFileSync(path, 'utf8').split('\n').filter(isRequestId));
          if (this.isOld(path)) old.push(path);
        });
    });
    this.decided = new Set(requestIds.filter((id) => this.decided.has(id)));
    const open = requestIds.filter((id) => !this.decided.has(id));
    if (open.length > 0) for (const id of await this.reversals.unreversed(open)) this.due.add(id);
    return old;
  }

  private isOld(path: string): boolean {
    return clock.nowMs() - this.startedAtMs > retentionMs && clock.wallMs() - statSync(path).mtimeMs > retentionMs;
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.log.warn(
          { err: error },
          'in-doubt charges cannot be stored in DATA_DIR; if the process is killed, only the log names them',
        );
    }
  }
}
