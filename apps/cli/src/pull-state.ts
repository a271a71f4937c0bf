import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { UsageError } from './command-line.ts';

export interface Job {
  /** Index of the input, from 0; also 0 without `--input`. */
  line: number;
  /** Token of the next page; null for the first. */
  token: string | null;
  /** Idempotency key of the next page, stored before the call so that a killed call is not charged again. */
  key: string;
  items: number;
  /** Generated session ids: the token of the next page belongs to them. */
  sessions: Record<string, string>;
}

export interface Progress {
  /** A state file is resumed only by the same command. */
  command: string;
  columns: string[] | undefined;
  outBytes: number;
  nextLine: number;
  jobs: Job[];
  items: number;
  pages: number;
  failed: number;
  spentUsd: string;
  /** Ids of posts whose media are private or gone since they were listed. A renewal would be charged again. */
  gone?: string[];
  isDone: boolean;
}

/** Output file and progress of a pull. Both are on disk before the next page is requested. */
export class PullState {
  readonly isResumed: boolean;
  readonly progress: Progress;
  private readonly output: number;
  private readonly file: string;

  constructor(out: string, command: string) {
    const file = `${out}.state.json`;
    this.file = file;
    this.isResumed = existsSync(file);
    if (!this.isResumed && existsSync(out))
      throw new UsageError(`${out} exists, but there is no ${file} to resume from`);
    this.progress = this.isResumed ? (JSON.parse(readFileSync(file, 'utf8')) as Progress) : begin(command);
    if (this.progress.command !== command)
      throw new UsageError(`${file} belongs to another command: ${this.progress.command}`);
    this.output = openSync(out, existsSync(out) ? 'r+' : 'w+');
    // Discards output that a killed run wrote after its last commit. Its page is requested again with the same key.
    ftruncateSync(this.output, this.progress.outBytes);
  }

  commit(lines: string): void {
    const bytes = Buffer.from(lines);
    for (let written = 0; written < bytes.length; )
      written += writeSync(this.output, bytes, written, bytes.length - written, this.progress.outBytes + written);
    if (bytes.length > 0) fsyncSync(this.output);
    this.progress.outBytes += bytes.length;
    this.save();
  }

  close(): void {
    closeSync(this.output);
  }

  private save(): void {
    const file = openSync(`${this.file}.new`, 'w');
    writeSync(file, `${JSON.stringify(this.progress)}\n`);
    fsyncSync(file);
    closeSync(file);
    renameSync(`${this.file}.new`, this.file);
  }
}

function begin(command: string): Progress {
  return {
    command,
    columns: undefined,
    outBytes: 0,
    nextLine: 0,
    jobs: [],
    items: 0,
    pages: 0,
    failed: 0,
    spentUsd: '0',
    isDone: false,
  };
}
