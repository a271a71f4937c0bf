import { type DestinationStream, destination } from 'pino';

type Output = ReturnType<typeof destination>;

/** One write for about fifty lines: handing each to the operating system would cost several times the line itself. */
const gatheredChars = 16_384;

/** The longest that a line waits for others. */
const longestWaitMs = 1_000;

/** Lines that cannot be written wait for better times; past this they are let go, or they would fill the memory. */
const mostWaitingBytes = 8 * 1_048_576;

/**
 * Standard output for log lines, which gathers them. What is gathered is written at the process's end, also at a failure.
 * A log that cannot be written, say for a full disk, ends nothing: it is tried again with the next lines.
 */
export class LogOutput implements DestinationStream {
  private readonly output: Output;
  /** For the end, when there is no time for a write that goes on beside. */
  private readonly lastOutput: Output;
  private lines: string[] = [];
  private chars = 0;

  /** @param dest a file descriptor. */
  constructor(dest = 1) {
    const bounds = { minLength: 0, maxLength: mostWaitingBytes, maxWrite: 4 * gatheredChars };
    this.output = destination({ dest, ...bounds, sync: false });
    this.lastOutput = destination({ dest, sync: true });
    for (const output of [this.output, this.lastOutput]) output.on('error', () => undefined);
    setInterval(() => this.flush(), longestWaitMs).unref();
    process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    this.lines.push(line);
    this.chars += line.length;
    if (this.chars >= gatheredChars) this.flush();
  }

  /** pino calls it after a fatal line. What is still being written may come after it. */
  flushSync(): void {
    const lines = this.take();
    if (lines !== '') this.lastOutput.write(lines);
  }

  private flush(): void {
    const lines = this.take();
    if (lines !== '') this.output.write(lines);
  }

  /** One join: a string that grows line by line is a tree, which the write would have to flatten first. */
  private take(): string {
    const lines = this.lines.join('');
    this.lines = [];
    this.chars = 0;
    return lines;
  }
}
