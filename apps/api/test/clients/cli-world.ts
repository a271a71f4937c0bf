import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyJson } from '../support/send';
import { CallerWorld } from './caller-world';

const build = join(__dirname, '../../../cli/scripts/build.mjs');

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

export class CliWorld extends CallerWorld {
  directory!: string;
  private test = 0;

  constructor() {
    super();
    beforeAll(() => {
      this.directory = mkdtempSync(join(tmpdir(), 'loupe-cli-'));
      execFileSync(process.execPath, [build, join(this.directory, 'bin')]);
    });
    afterAll(() => rmSync(this.directory, { recursive: true, force: true }));
    beforeEach(() => {
      this.test += 1;
    });
  }

  readonly pathOf = (name: string) => join(this.directory, `${this.test}-${name}`);

  variables(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, LOUPE_URL: this.api.baseUrl, LOUPE_API_KEY: this.tenant.key, ...more };
  }

  readonly start = (words: string[], variables: NodeJS.ProcessEnv = {}): ChildProcess => {
    const script = join(this.directory, 'bin/loupe-cli.js');
    return spawn(process.execPath, [script, ...words], { env: this.variables(variables), stdio: 'pipe' });
  };

  readonly run = async (words: string[], variables?: NodeJS.ProcessEnv): Promise<Ended> => {
    const child = this.start(words, variables);
    const ended = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) child[name]!.on('data', (chunk) => (ended[name] += chunk));
    const [status] = await once(child, 'close');
    return { status, ...ended };
  };

  readonly chargeCount = async (): Promise<number> => (await this.charges()).length;
}

export const itemsOf = (text: string): AnyJson[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
