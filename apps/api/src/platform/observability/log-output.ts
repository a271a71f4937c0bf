import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** One write for about two hundred lines: handing each to the operating system would cost several times the line itself. */
const gatheredBytes = 65_536;

/** How long a line waits for others at most. */
const maxWaitMs = 1_000;

/** Beyond this, lines that come faster than they can be written are dropped: they would fill the memory. */
const maxWaitingBytes = 4 * 1_048_576;

const retryMs = 20;

/**
 * Standard output for log lines, which gathers them. What is gathered is written at the process's end, also at a failure.
 * A log that cannot be written (a full disk, a reader that is slow or gone) is retried and never ends the process: `pino.destination`
 * emits an error that nobody listens for, and its `flushSync` (sonic-boom 4) tries again for ever when the process exits.
 */
export class LogOutput implements DestinationStream {
  private lines: string[] = [];
  private byteCount = 0;
  /** What is being written, or could not be. */
  private unwritten: Buffer = Buffer.alloc(0);
  private isWriting = false;
  private retry: NodeJS.Timeout | undefined;

  /** @param dest a file descriptor. */
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

  /** pino calls it after a fatal line. What is still being written may come after it. */
  flushSync(): void {
    let bytes = this.isWriting ? this.take() : Buffer.concat([this.unwritten, this.take()]);
    if (!this.isWriting) this.unwritten = Buffer.alloc(0);
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.dest, bytes));
    } catch {
      // There is no later for a line that must be written now.
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
