import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from '@swc/core';

const run = promisify(execFile);
const root = join(__dirname, '../../../..');

/** The API's address in the documentation. In tests, the port differs. */
export const documented = 'http://localhost:3000';

export const guides = [
  'quickstart',
  'prices',
  'lists',
  'errors-and-retries',
  'webhooks',
  'monitors',
  'data',
  'test-keys',
  'agents',
  'keys-as-code',
  'changelog',
  'compatibility',
];

export interface Sample {
  readonly page: string;
  readonly language: string;
  readonly code: string;
  readonly expected: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly output: string;
  /** Empty if the sample succeeded. */
  readonly failure: string;
  readonly headers?: string;
}

/** The samples of a page's Markdown. Expected output belongs to all the samples directly before it. */
export function samplesIn(page: string, markdown: string): Sample[] {
  const samples: Sample[] = [];
  let together: { expected: Record<string, string> }[] = [];
  let end = 0;
  for (const match of markdown.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)\n```$/gm)) {
    const [whole, language, code] = match as unknown as [string, string, string];
    if (markdown.slice(end, match.index).trim() !== '') together = [];
    end = match.index + whole.length;
    if (/^(json|http|text)$/.test(language)) {
      for (const { expected } of together) expected[language] = code;
      continue;
    }
    const sample = { page, language: language === 'sh' ? 'bash' : language, code, expected: {} };
    samples.push(sample);
    together.push(sample);
  }
  return samples;
}

/** Runs programs of one language. @param clients the folder with the installed clients, for programs that need them */
export async function runSamples(
  language: string,
  codes: readonly string[],
  variables: NodeJS.ProcessEnv = {},
  clients = join(root, '.cache'),
): Promise<Outcome[]> {
  const folder = mkdtempSync(join(clients, 'samples-'));
  const PATH = [join(clients, 'bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, PYTHONPATH: clients, ...variables };
  try {
    if (language === 'bash') return await runEach(codes, folder, env);
    const { extension, program, runner } = runners[language]!;
    const files = codes.map((_, index) => join(folder, `${index}.${extension}`));
    for (const [index, file] of files.entries()) writeFileSync(file, prepared(language, codes[index]!));
    const runnerFile = join(folder, `runner.${extension}`);
    writeFileSync(runnerFile, runner);
    const { stdout } = await run(program, [runnerFile, ...files], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout) as Outcome[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compiles TypeScript as a new project would with `strict`. @param folder has the packages, and type=module @returns the errors */
export async function compileSamples(codes: readonly string[], folder: string, module = 'nodenext'): Promise<string> {
  const directory = mkdtempSync(join(folder, 'strict-'));
  const files = codes.map((_, index) => `${index}.ts`);
  for (const [index, file] of files.entries()) writeFileSync(join(directory, file), `${codes[index]}\nexport {};\n`);
  const options = '--ignoreConfig --strict --noEmit --skipLibCheck --target es2023 --types node --module';
  const words = [join(root, 'node_modules/typescript/bin/tsc'), ...options.split(' '), module];
  const types = ['--typeRoots', join(root, 'node_modules/@types')];
  return run(process.execPath, [...words, ...types, ...files], { cwd: directory })
    .then(
      () => '',
      ({ stdout }) => stdout as string,
    )
    .finally(() => rmSync(directory, { recursive: true }));
}

const prepared = (language: string, code: string): string =>
  language === 'ts'
    ? transformSync(code, { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'es6' } }).code
    : code;

/** Runs three samples at a time, because starting processes takes most of the time. */
async function runEach(codes: readonly string[], folder: string, env: NodeJS.ProcessEnv): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = codes.entries();
  const runNext = async () => {
    for (const [index, code] of waiting) outcomes[index] = await runInShell(code, join(folder, `${index}`), env);
  };
  await Promise.all(Array.from({ length: 3 }, runNext));
  return outcomes;
}

async function runInShell(code: string, folder: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
  mkdirSync(folder);
  const headers = join(folder, 'headers');
  writeFileSync(headers, '');
  writeFileSync(join(folder, '.curlrc'), `silent\ndump-header = "${headers}"\n`);
  const options = { env: { ...env, CURL_HOME: folder }, cwd: folder, maxBuffer: 16 * 1024 * 1024 };
  const outcome = await run('bash', ['-euc', `exec < /dev/null\n${code}`], options).then(
    ({ stdout }) => ({ output: stdout, failure: '' }),
    (error) => ({ output: '', failure: String(error) }),
  );
  return { ...outcome, headers: readFileSync(headers, 'utf8') };
}

/** Each runner runs all its files in one process, because starting a process takes most of the time. */
const runners: Readonly<Record<string, { extension: string; program: string; runner: string }>> = {
  ts: {
    extension: 'mjs',
    program: process.execPath,
    runner: `
      import { inspect } from 'node:util';
      const outcomes = [];
      for (const file of process.argv.slice(2)) {
        let output = '';
        console.log = (...values) => (output += values.map((one) => typeof one === 'string' ? one : inspect(one)).join(' ') + '\\n');
        const failure = await import(file).then(() => '', (error) => String(error.stack ?? error));
        outcomes.push({ output, failure });
      }
      process.stdout.write(JSON.stringify(outcomes));
    `,
  },
  python: {
    extension: 'py',
    program: 'python3',
    runner: `
import contextlib, io, json, sys, traceback
outcomes = []
for file in sys.argv[1:]:
    output, failure = io.StringIO(), ""
    with contextlib.redirect_stdout(output):
        try:
            exec(compile(open(file).read(), file, "exec"), {"__name__": "__main__"})
        except BaseException:
            failure = traceback.format_exc()
    outcomes.append({"output": output.getvalue(), "failure": failure})
print(json.dumps(outcomes))
`,
  },
};
