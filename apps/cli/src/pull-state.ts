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

/** A list, or an object, that is under way. */
export interface Job {
  /** Line of the input; 0 without one. */
  line: number;
  /** Token of the page that is asked for next; null for the first. */
  token: string | null;
  /** The idempotency key of that page's call. It is stored before the page is asked for, so the answer of a call that was killed is not paid again. */
  key: string;
  items: number;
}

export interface Progress {
  /** What is pulled: a file goes on only with the command that it was begun with. */
  command: string;
  columns: string[] | undefined;
  /** How much of the output is whole. */
  outBytes: number;
  nextLine: number;
  jobs: Job[];
  items: number;
  pages: number;
  failed: number;
  spentUsd: string;
  isDone: boolean;
}

/** The output of a pull and, beside it, how far it has come. Both are on disk before the next page is asked for. */
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
    // What a killed run wrote without noting it is asked for again, and not paid again.
    ftruncateSync(this.output, this.progress.outBytes);
  }

  /** Adds lines, and notes how far it has come. */
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
