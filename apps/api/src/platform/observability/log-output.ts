import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Size of a write: about two hundred lines, because a write costs several times as much as a line. */
const gatheredBytes = 65_536;

const maxWaitMs = 1_000;

/** Beyond this, lines are dropped, because they arrive faster than they can be written. */
const maxWaitingBytes = 4 * 1_048_576;

const retryMs = 20;

/**
 * Buffers log lines for standard output, and writes the rest at exit. After an error (full disk, slow or closed reader)
 * it tries again, and the process continues. `pino.destination` is not used, because it would emit an unhandled error,
 * and its `flushSync` (sonic-boom 4) would retry for ever at exit.
 */
export class LogOutput implements DestinationStream {
  private lines: string[] = [];
  private byteCount = 0;
  private unwritten: Buffer = Buffer.alloc(0);
  private isWriting = false;
  private retry: NodeJS.Timeout | undefined;

  constructor(private readonly dest = 1) {
    setInterval(() => this.flush(), maxWaitMs).unref();
    process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.byteCount >= maxWaitingBytes) return;
    this.lines.push(line);
    this.byteCount += Buffer.byteLength(line);
    if (this.byteCount >= gatheredBytes) this.flush();
  }

  /** pino calls this after a fatal line. A write in progress may finish later. */
  flushSync(): void {
    let bytes = this.isWriting ? this.take() : Buffer.concat([this.unwritten, this.take()]);
    if (!this.isWriting) this.unwritten = Buffer.alloc(0);
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.dest, bytes));
    } catch {
      // The process is about to end, so there is no retry.
    }
  }

  private flush(): void {
    if (this.isWriting || this.retry) return;
    if (this.unwritten.length === 0) this.unwritten = this.take();
    if (this.unwritten.length === 0) return;
    this.isWriting = true;
    write(this.dest, this.unwritten, (error, writtenBytes) => {
      this.isWriting = false;
      if (error) return this.flushLater();
      this.unwritten = this.unwritten.subarray(writtenBytes);
      if (this.unwritten.length > 0 || this.byteCount >= gatheredBytes) this.flush();
    });
  }

  private flushLater(): void {
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.flush();
    }, retryMs).unref();
  }

  private take(): Buffer {
    const bytes = Buffer.from(this.lines.join(''));
    this.lines = [];
    this.byteCount = 0;
    return bytes;
  }
}
