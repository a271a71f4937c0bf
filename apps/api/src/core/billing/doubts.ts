import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { clock } from '../../platform/clock';
import { ENV, type Env } from '../../platform/config/env';
import { LOGGER } from '../../platform/observability/logger';
import { isRequestId } from '../usage/usage-record';

/** Longer than the database takes to end what a process began that was killed. */
const openForMs = 600_000;
const readEveryMs = 60_000;

/** What another process has written, as it was when it was read last. */
interface DoubtsOfAnother {
  readonly bytes: number;
  readonly readMs: number;
  readonly requestIds: Set<string>;
}

/**
 * Requests whose callers were told that nothing was charged before the database said so. They are written to DATA_DIR first: what a
 * process leaves that is killed before it has reversed them, the next one finds there, or one that runs beside it. Those that find
 * the same may all reverse it: the ledger takes one reversal.
 */
@Injectable()
export class Doubts {
  private readonly directory: string;
  private readonly own: string;
  private notedMs: number | undefined;
  private readMs: number | undefined;
  private readonly others = new Map<string, DoubtsOfAnother>();

  constructor(
    @Inject(ENV) { DATA_DIR }: Pick<Env, 'DATA_DIR'>,
    @Inject(LOGGER) private readonly log: Pick<Logger, 'warn'>,
  ) {
    this.directory = join(DATA_DIR, 'doubtful-charges');
    this.own = join(this.directory, `${process.pid}-${randomUUID()}`);
  }

  note(requestIds: readonly string[]): void {
    this.notedMs = clock.nowMs();
    this.attempt(() => {
      mkdirSync(this.directory, { recursive: true, mode: 0o700 });
      appendFileSync(this.own, requestIds.map((id) => `${id}\n`).join(''), { flush: true, mode: 0o600 });
    });
  }

  /** What others have not reversed yet, or left that were killed. */
  ofOtherProcesses(): string[] {
    const nowMs = clock.nowMs();
    if (this.readMs === undefined || nowMs - this.readMs >= readEveryMs) {
      this.readMs = nowMs;
      this.attempt(() => this.read(nowMs));
    }
    return [...this.others.values()].flatMap(({ requestIds }) => [...requestIds]);
  }

  settle(requestId: string): void {
    for (const { requestIds } of this.others.values()) requestIds.delete(requestId);
  }

  /** Drops what the database has had the time to end; for when nothing is left to be reversed. */
  forgetOld(): void {
    const nowMs = clock.nowMs();
    if (this.notedMs !== undefined && nowMs - this.notedMs > openForMs) {
      this.notedMs = undefined;
      this.attempt(() => rmSync(this.own));
    }
    for (const [path, { bytes, readMs }] of this.others) {
      if (nowMs - readMs <= openForMs) continue;
      this.others.delete(path);
      // One that has grown belongs to a process that runs, and is read again.
      this.attempt(() => {
        if (statSync(path).size === bytes) rmSync(path);
      });
    }
  }

  private read(nowMs: number): void {
    const files = readdirSync(this.directory, { withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map(({ name }) => join(this.directory, name)).filter((path) => path !== this.own);
    for (const path of paths) this.attempt(() => this.readOne(path, nowMs));
  }

  private readOne(path: string, readMs: number): void {
    if (this.others.get(path)?.bytes === statSync(path).size) return;
    const lines = readFileSync(path);
    // A line that is not whole was being written when its process was killed: its caller has been told nothing.
    const requestIds = new Set(lines.toString().split('\n').filter(isRequestId));
    this.others.set(path, { bytes: lines.length, readMs, requestIds });
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
