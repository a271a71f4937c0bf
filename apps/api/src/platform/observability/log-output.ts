import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** One write for about two hundred lines: handing each to the operating system would cost several times the line itself. */
const gatheredBytes = 65_536;

/** How long a line waits for others at most. */
const maxWaitMs = 1_000;

/** Beyond this, lines that come faster than they can be written are dropped: they would fill the memory. */
const maxWaitingBytes = 4 * 1_048_576;

/** Of one character of a text, at most. */
const maxBytesPerChar = 3;

const retryMs = 20;

/**
 * Standard output for log lines, which gathers them. What is gathered is written at the process's end, also at a failure.
 * A log that cannot be written (a full disk, a reader that is slow or gone) is retried and never ends the process: pino's own
 * destination would throw an uncaught error, and wait forever at exit.
 */
export class LogOutput implements DestinationStream {
  /**
   * Lines as bytes. As texts they would wait in as many pieces as they were put together from, which each collection of garbage
   * meanwhile would copy: half of all that it had to copy.
   */
  private gathered = emptySpace();
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
    this.makeRoom(this.byteCount + line.length * maxBytesPerChar);
    this.byteCount += this.gathered.write(line, this.byteCount);
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

  private makeRoom(bytes: number): void {
    if (bytes <= this.gathered.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * bytes);
    this.gathered.copy(larger, 0, 0, this.byteCount);
    this.gathered = larger;
  }

  private take(): Buffer {
    const bytes = Buffer.from(this.gathered.subarray(0, this.byteCount));
    this.byteCount = 0;
    // What was needed while nobody read is not kept.
    if (this.gathered.length > spaceBytes) this.gathered = emptySpace();
    return bytes;
  }
}

/** For what is gathered, and one more line. */
const spaceBytes = 2 * gatheredBytes;

function emptySpace(): Buffer {
  return Buffer.allocUnsafeSlow(spaceBytes);
}
