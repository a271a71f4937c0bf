import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ENV, type Env } from '../../platform/config/env';
import { LOGGER } from '../../platform/observability/logger';
import { isRequestId } from '../usage/usage-record';

/** Longer than the database takes to end what a process began that was killed. */
const openForMs = 600_000;

/**
 * Requests whose callers were told that nothing was charged before the database said so. They are written to DATA_DIR first: what a
 * process leaves that is killed before it has reversed them, the next one finds there.
 */
@Injectable()
export class Doubts {
  private readonly directory: string;
  private readonly own: string;
  private readonly startedMs = Date.now();
  private notedMs: number | undefined;
  private earlier: { path: string; changedMs: number; requestIds: Set<string> }[] | undefined;

  constructor(
    @Inject(ENV) { DATA_DIR }: Pick<Env, 'DATA_DIR'>,
    @Inject(LOGGER) private readonly log: Pick<Logger, 'warn'>,
  ) {
    this.directory = join(DATA_DIR, 'doubtful-charges');
    this.own = join(this.directory, `${process.pid}-${randomUUID()}`);
  }

  note(requestIds: readonly string[]): void {
    this.notedMs = Date.now();
    this.attempt(() => {
      mkdirSync(this.directory, { recursive: true, mode: 0o700 });
      appendFileSync(this.own, requestIds.map((id) => `${id}\n`).join(''), { flush: true, mode: 0o600 });
    });
  }

  /** What processes left that ran before this one. */
  ofEarlierProcesses(): string[] {
    this.earlier ??= this.attempt(() => this.read()) ?? [];
    return this.earlier.flatMap(({ requestIds }) => [...requestIds]);
  }

  settle(requestId: string): void {
    for (const { requestIds } of this.earlier ?? []) requestIds.delete(requestId);
  }

  /** Drops what the database has had the time to end; for when nothing is left to be reversed. */
  forgetOld(): void {
    const nowMs = Date.now();
    if (this.notedMs !== undefined && nowMs - this.notedMs > openForMs) {
      this.notedMs = undefined;
      this.attempt(() => rmSync(this.own));
    }
    if (!this.earlier?.length || nowMs - this.startedMs <= openForMs) return;
    for (const { path, changedMs } of this.earlier) {
      // One that has grown belongs to another process that runs.
      this.attempt(() => {
        if (statSync(path).mtimeMs === changedMs) rmSync(path);
      });
    }
    this.earlier = [];
  }

  private read() {
    const names = readdirSync(this.directory, { withFileTypes: true }).filter((entry) => entry.isFile());
    return names.map(({ name }) => {
      const path = join(this.directory, name);
      // A line that is not whole was being written when its process was killed: its caller has been told nothing.
      const requestIds = new Set(readFileSync(path, 'utf8').split('\n').filter(isRequestId));
      return { path, changedMs: statSync(path).mtimeMs, requestIds };
    });
  }

  private attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.log.warn(
          { err: error },
          'doubtful charges cannot be kept in DATA_DIR: after a kill, only the log names them',
        );
      return undefined;
    }
  }
}
