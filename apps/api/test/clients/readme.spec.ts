import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as losslessJson from '@loupe/lossless-json';
import { ModuleKind, transpile } from 'typescript';
import { usualTestApi } from '../support/per-worker/usual-api';
import type { TestApi } from '../support/test-api';
import { examplesOf, runProgram } from './programs';

const libs = join(__dirname, '../../../../libs');
let api: TestApi;
let directory: string;
let variables: NodeJS.ProcessEnv;
beforeAll(async () => {
  api = await usualTestApi();
  const { key } = await api.tenants.create('10');
  variables = { LOUPE_URL: api.baseUrl, LOUPE_API_KEY: key };
  directory = mkdtempSync(join(tmpdir(), 'loupe-readme-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await api.stop();
});

const run = (...words: string[]) => runProgram(process.execPath, words, { directory, variables });

describe('the examples of libs/client/README.md', () => {
  const examples = examplesOf('client/README.md', 'js');
  beforeAll(() => {
    const installed = join(directory, 'node_modules/@loupe/client');
    mkdirSync(installed, { recursive: true });
    execFileSync(process.execPath, [join(libs, 'client/scripts/build.mjs'), join(installed, 'dist')]);
    writeFileSync(join(installed, 'package.json'), readFileSync(join(libs, 'client/package.json')));
  });

  it.each(examples.map((code, index) => [index + 1, code]))('run without an error: number %d', async (number, code) => {
    writeFileSync(join(directory, `${number}.mjs`), `${code}`);
    expect(await run(`${number}.mjs`)).not.toMatch(/undefined\b(?! undefined)|NaN/);
  });

  it('print the output they promise', async () => {
    const outputs = await Promise.all(examples.map((_, index) => run(`${index + 1}.mjs`)));
    expect(outputs[0]).toMatch(/^1001 \d+\n$/);
    expect(outputs[2]).toMatch(/^0\.001200\n/);
    expect(outputs[3]).toMatch(/^private_account 0\.000600 /);
  });
});

describe('the example of libs/lossless-json/README.md', () => {
  it('runs, and prints the output it shows', () => {
    const [example] = examplesOf('lossless-json/README.md', 'ts') as [string];
    const [, body] = /^\/\/ body: (.+)$/m.exec(example)!;
    const [, shown] = /^\/\/ (\{.+)$/m.exec(example)!;
    const inCommonJs = transpile(`${example}\nexports.answer = answer;`, { module: ModuleKind.CommonJS });
    const made: { answer?: Buffer } = {};
    new Function('exports', 'require', 'body', inCommonJs)(made, () => losslessJson, Buffer.from(body!));
    expect(`${made.answer}`).toBe(shown);
  });
});
