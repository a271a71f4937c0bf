import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { allOperations, exampleAddress, type Operation, paginationOf } from '@loupe/dto';
import { type AnyJson, send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { pagingClient } from './paging-client';

const root = join(__dirname, '../../../..');
// The generator is a dependency of the dashboard's workspace.
const { resolve } = createRequire(join(root, 'apps/dashboard/package.json'));
const scriptOf = (name: string, script: string) => join(dirname(resolve(`${name}/package.json`)), script);

/** A program that uses the generated types, compiled strictly. It prints the pks of a user's followers. */
const walkFollowers = `
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

const pks: string[] = [];
let next: string | null = null;
do {
  const { items, next_cursor } = await page(next ?? undefined);
  pks.push(...items.map(({ pk }) => pk));
  next = next_cursor;
} while (next !== null);
process.stdout.write(JSON.stringify(pks));
`;

const programs = { 'walk-followers': walkFollowers, 'walk-lists': pagingClient };

let api: TestApi;
let directory: string;
beforeAll(async () => {
  api = await startTestApi();
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Inside the repository, so that packages are found.
  directory = mkdtempSync(join(root, '.cache', 'generated-client-'));
  // A source file, because the compiler skips declaration files with --skipLibCheck, which Node's own types need.
  run(scriptOf('openapi-typescript', 'bin/cli.js'), join(root, 'apps/api/openapi.json'), '-o', 'loupe.mts');
  for (const [name, source] of Object.entries(programs)) writeFileSync(join(directory, `${name}.mts`), source);
  const checks = '--ignoreConfig --strict --noUncheckedIndexedAccess --skipLibCheck --module nodenext --target es2023';
  const files = Object.keys(programs).map((name) => `${name}.mts`);
  run(scriptOf('typescript', 'bin/tsc'), ...checks.split(' '), '--types', 'node', ...files);
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

async function pageByHand(path: string, key: string): Promise<string[]> {
  const pks: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json } = await send(api.baseUrl, cursor ? `${path}?cursor=${cursor}` : path, { key });
    pks.push(...json.items.map(({ pk }: { pk: string }) => pk));
    cursor = json.next_cursor;
  }
  return pks;
}

async function outputOf(name: keyof typeof programs, ...words: string[]): Promise<AnyJson> {
  // Asynchronous, because this process also serves the requests of the child process.
  const child = spawn(process.execPath, [`${name}.mjs`, api.baseUrl, ...words], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(output);
  return JSON.parse(output);
}

test('a client generated from the document compiles strictly and reads a list of followers to its end', async () => {
  const { key } = await api.tenants.create('10');
  const pks = await outputOf('walk-followers', key, '1012');
  expect(pks).toEqual(await pageByHand('/users/1012/followers', key));
  expect(pks.length).toBeGreaterThan(100);
});

async function pagesOf(operation: Operation, key: string): Promise<AnyJson[][]> {
  const isGrid = operation.name === 'users.posts';
  const isStream = operation.name === 'posts.comments';
  const pages: AnyJson[][] = [];
  let address = exampleAddress(operation);
  for (let token: string | null = ''; token !== null; ) {
    const { json } = await send(api.baseUrl, address, { key });
    pages.push(isGrid ? json.feed.profile_grid_items : isStream ? json.comments : json.items);
    const hasMore = isGrid ? json.feed.more_available : json.has_more;
    token = hasMore ? (isGrid ? json.feed.profile_grid_items_cursor : (json.next_min_id ?? json.next_cursor)) : null;
    const search = `${isStream ? 'min_id' : 'cursor'}=${encodeURIComponent(token ?? '')}`;
    address = `${exampleAddress(operation)}${exampleAddress(operation).includes('?') ? '&' : '?'}${search}`;
  }
  return pages;
}

/** The first id of each item, by which items are compared, because other members change with time. */
const ids = (pages: AnyJson[][]) =>
  pages.map((items) => items.map((item) => /"(?:pk|id|audio_cluster_id)":"([^"]+)"/.exec(JSON.stringify(item))?.[1]));

describe('a generated client that only uses x-pagination', () => {
  const lists = allOperations.filter(paginationOf);
  let key: string;
  let walked: Record<string, AnyJson[][]>;
  beforeAll(async () => {
    ({ key } = await api.tenants.create('10'));
    walked = await outputOf('walk-lists', key);
  });

  it('reads every list', () => {
    expect(Object.keys(walked)).toEqual(lists.map(({ path }) => path));
  });

  it.each(lists.map((operation) => [operation.path, operation] as const))(
    'reaches every item of %s',
    async (path, operation) => {
      const pages = walked[path]!;
      expect(ids(pages)).toEqual(ids(await pagesOf(operation, key)));
      // The example of this search finds too few hashtags for a second page.
      const hasMore = paginationOf(operation)!.style === 'cursor' && operation.name !== 'search.hashtags';
      expect([pages.length > 1, pages.flat().length > 1]).toEqual([hasMore, true]);
    },
  );
});
