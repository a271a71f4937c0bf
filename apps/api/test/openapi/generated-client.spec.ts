import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';

const root = join(__dirname, '../../../..');
// The generator is a tool of the dashboard's workspace.
const { resolve } = createRequire(join(root, 'apps/dashboard/package.json'));
const scriptOf = (name: string, script: string) => join(dirname(resolve(`${name}/package.json`)), script);

/** What somebody writes against the generated types: prints the pks of a user's followers. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './loupe.mjs';

const [baseUrl = '', key = '', user_id = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { 'x-api-key': key } });

async function page(cursor: string | undefined) {
  const query = cursor === undefined ? {} : { cursor };
  const { data, error } = await client.GET('/users/{user_id}/followers', { params: { path: { user_id }, query } });
  if (data) return data;
  throw new Error(error.detail);
}

const pks: (string | undefined)[] = [];
let next: string | null = null;
do {
  const { items, next_cursor } = await page(next ?? undefined);
  pks.push(...items.map(({ pk }) => pk));
  next = next_cursor;
} while (next !== null);
process.stdout.write(JSON.stringify(pks));
`;

let api: TestApi;
let directory: string;
beforeAll(async () => {
  api = await startTestApi();
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Inside the repository, so that packages are found.
  directory = mkdtempSync(join(root, '.cache', 'generated-client-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await api.stop();
});

const run = (script: string, ...parameters: string[]): string => {
  try {
    return execFileSync(process.execPath, [script, ...parameters], { cwd: directory, encoding: 'utf8' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${script}: ${stdout}${stderr}`);
  }
};

/** Pks of a list, walked with requests written by hand. */
async function walkByHand(path: string, key: string): Promise<string[]> {
  const pks: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json } = await send(api.baseUrl, cursor ? `${path}?cursor=${cursor}` : path, { key });
    pks.push(...json.items.map(({ pk }: { pk: string }) => pk));
    cursor = json.next_cursor;
  }
  return pks;
}

test('a client generated from the document compiles strictly and walks a list of followers to its end', async () => {
  const { key } = await api.tenants.create('10');
  const types = join(directory, 'loupe.d.mts');
  run(scriptOf('openapi-typescript', 'bin/cli.js'), join(root, 'apps/api/openapi.json'), '-o', types);
  writeFileSync(join(directory, 'walk-followers.mts'), program);
  const strictly = '--ignoreConfig --strict --module nodenext --target es2023 --types node'.split(' ');
  run(scriptOf('typescript', 'bin/tsc'), ...strictly, 'walk-followers.mts');
  const pks = await new Promise<string[]>((resolve, reject) => {
    // Not at the same time as this process waits: it is the one that answers.
    const child = spawn(process.execPath, ['walk-followers.mjs', api.baseUrl, key, '1012'], {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.on('close', (status) => (status === 0 ? resolve(JSON.parse(output)) : reject(new Error(output))));
  });
  expect(pks).toEqual(await walkByHand('/users/1012/followers', key));
  expect(pks.length).toBeGreaterThan(100);
});
