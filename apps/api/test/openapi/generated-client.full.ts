import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { allOperations, exampleAddress, type Operation, paginationOf } from '@loupe/dto';
import { beginWithinOneHour } from '../support/hours';
import { type AnyJson, send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { pagingClient } from './paging-client';

const root = join(__dirname, '../../../..');
// The generator is a dependency of the dashboard's workspace.
const { resolve } = createRequire(join(root, 'apps/dashboard/package.json'));
const scriptOf = (name: string, script: string) => join(dirname(resolve(`${name}/package.json`)), script);

let api: TestApi;
let directory: string;
beforeAll(async () => {
  api = await startTestApi();
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Inside the repository, so that packages are found.
  directory = mkdtempSync(join(root, '.cache', 'generated-client-'));
  // A source file, because the compiler skips declaration files with --skipLibCheck, which Node's own types need.
  run(scriptOf('openapi-typescript', 'bin/cli.js'), join(root, 'apps/api/openapi.json'), '-o', 'loupe.mts');
  writeFileSync(join(directory, 'walk-lists.mts'), pagingClient);
  const checks = '--ignoreConfig --strict --noUncheckedIndexedAccess --skipLibCheck --module nodenext --target es2023';
  run(scriptOf('typescript', 'bin/tsc'), ...checks.split(' '), '--types', 'node', 'walk-lists.mts');
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

async function outputOf(...words: string[]): Promise<AnyJson> {
  // Asynchronous, because this process also serves the requests of the child process.
  const child = spawn(process.execPath, ['walk-lists.mjs', api.baseUrl, ...words], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(output);
  return JSON.parse(output);
}

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

describe('a client generated from the document, which compiles strictly and only uses x-pagination', () => {
  const lists = allOperations.filter(paginationOf);
  let key: string;
  let walked: Record<string, AnyJson[][]>;
  beforeAll(async () => {
    // The simulator's stories and comments change at every full hour.
    await beginWithinOneHour();
    ({ key } = await api.tenants.create('10'));
    walked = await outputOf(key);
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
