import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allOperations } from '@loupe/dto';
import { known, knownPosts } from '../endpoints/known';
import { type AnyJson, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { exampleWords, idsOf, walkByHand } from './client-calls';

const script = join(__dirname, '../../../cli/scripts/build.mjs');

let api: TestApi;
let tenant: Tenant;
let directory: string;
beforeAll(async () => {
  api = await startTestApi();
  directory = mkdtempSync(join(tmpdir(), 'loupe-cli-'));
  execFileSync(process.execPath, [script, join(directory, 'bin')]);
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await api.stop();
});
let number = 0;
beforeEach(async () => {
  tenant = await api.tenants.create('10');
  number += 1;
});

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}
const pathOf = (name: string) => join(directory, `${number}-${name}`);

function start(words: string[], variables: NodeJS.ProcessEnv = {}): ChildProcess {
  const env = { PATH: process.env.PATH, LOUPE_URL: api.baseUrl, LOUPE_API_KEY: tenant.key, ...variables };
  return spawn(process.execPath, [join(directory, 'bin/loupe-cli.js'), ...words], { env, stdio: 'pipe' });
}
async function run(words: string[], variables?: NodeJS.ProcessEnv): Promise<Ended> {
  const child = start(words, variables);
  const ended = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name]!.on('data', (chunk) => (ended[name] += chunk));
  const [status] = await once(child, 'close');
  return { status, ...ended };
}
const itemsOf = (text: string): AnyJson[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const charges = async (): Promise<number> => {
  const sql = `SELECT count(*)::int AS count FROM transfers WHERE account_id = $1 AND kind = 'charge'`;
  return (await api.database.dataSource.query(sql, [tenant.accountId]))[0].count;
};

describe('any operation', () => {
  it('prints the bytes as they came, and what they cost', async () => {
    const { status, stdout, stderr } = await run(['users', 'followers', known.showcase]);
    const { text } = await send(api.baseUrl, `/users/${known.showcase}/followers`, { key: tenant.key });
    const sealed = /"next_cursor":"[^"]+"/;
    expect([status, stdout.replace(sealed, '')]).toEqual([0, `${text}\n`.replace(sealed, '')]);
    expect(stderr).toBe('$0.000600, balance $9.999400\n');
  });

  it('is there for each of the table', async () => {
    const { stdout } = await run(['price']);
    const listed = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t')[0]!);
    expect(listed).toEqual(allOperations.map(({ name }) => name.replace('.', ' ').replaceAll('_', '-')));
    for (const operation of allOperations.filter(({ priceUnits }) => priceUnits === 0)) {
      const [words, options] = exampleWords(operation);
      const parameters = Object.entries(options).flatMap(([name, value]) => ['-p', `${name}=${value}`]);
      const { status, stderr } = await run([
        ...operation.name.replaceAll('_', '-').split('.'),
        ...(words as string[]),
        ...parameters,
      ]);
      expect([operation.name, status, stderr]).toEqual([operation.name, 0, expect.stringMatching(/^\$0/)]);
    }
  });

  it('walks a list as lines, to a limit or to its end', async () => {
    const limited = await run(['users', 'followers', known.showcase, '--limit', '60', '--fields', 'pk,username']);
    expect(itemsOf(limited.stdout)).toHaveLength(60);
    expect(Object.keys(itemsOf(limited.stdout)[0])).toEqual(['pk', 'username']);
    expect(limited.stderr).toBe('3 pages, 60 items, $0.001800, balance $9.998200\n');
    const replies = allOperations.find(({ name }) => name === 'comments.replies')!;
    const [[id], options] = exampleWords(replies);
    const parameters = Object.entries(options).flatMap(([name, value]) => ['-p', `${name}=${value}`]);
    const all = await run(['comments', 'replies', id as string, ...parameters, '--all']);
    expect(idsOf(itemsOf(all.stdout))).toEqual(idsOf(await walkByHand(replies, api.baseUrl, tenant.key)));
  });

  it('prints a table', async () => {
    const { stdout } = await run([
      'users',
      'posts',
      known.marta,
      '--limit',
      '5',
      '--csv',
      '--fields',
      'code,user.username',
    ]);
    const lines = stdout.split('\r\n');
    expect([lines[0], lines.length]).toEqual(['code,user.username', 7]);
    for (const line of lines.slice(1, -1)) expect(line).toMatch(/^[\w-]+,marta\.trails$/);
  });

  it('stops at a budget, with what it has printed', async () => {
    const ended = await run(['users', 'followers', known.showcase, '--all', '--max-cost', '0.0012']);
    expect([ended.status, await charges()]).toEqual([4, 2]);
    expect(itemsOf(ended.stdout).length).toBeGreaterThan(25);
    expect(ended.stderr).toMatch(/^2 pages, .*\nloupe-cli: budget_reached: /);
  });

  it('ends quietly when nobody reads on', async () => {
    const child = start(['users', 'followers', known.showcase, '--all']);
    child.stdout!.once('data', () => child.stdout!.destroy());
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it.each([
    ['an unknown operation', ['users', 'friends', '1'], 2, /users has no operation "friends"; it has by-username/],
    ['an unknown option', ['balance', '--fast'], 2, /--fast/],
    ['a lacking value', ['users', 'by-id'], 2, /takes user_id/],
    [
      'faulty parameters',
      ['posts', 'comments', 'x', '-p', 'user_id=a', '-p', 'carousel_index=x'],
      2,
      /user_id must[\s\S]*carousel_index must/,
    ],
    ['a missing user', ['users', 'by-id', '404404404'], 5, /profile_not_found: /],
    ['a private one', ['users', 'followers', known.privateLoudly], 5, /private_account: /],
    ['a dear call', ['users', 'stories', known.marta, '--max-cost', '0.0006'], 4, /budget_reached: /],
  ])('ends for %s with its code', async (_, words, status, message) => {
    const ended = await run(words);
    expect(ended).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('ends with a code of its own for the key, the balance and the network', async () => {
    expect(await run(['balance'], { LOUPE_API_KEY: '' })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('LOUPE_API_KEY'),
    });
    expect(await run(['balance'], { LOUPE_API_KEY: 'loupe_x' })).toMatchObject({ status: 3 });
    const server = createServer((_, response) => response.writeHead(502).end('<html>')).listen(0);
    const { port } = server.address() as AddressInfo;
    expect(await run(['users', 'by-id', '1', '--base-url', `http://127.0.0.1:${port}`])).toMatchObject({ status: 6 });
    server.close();
    tenant = await api.tenants.create('0');
    expect(await run(['users', 'by-id', '1'])).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('insufficient_balance'),
    });
  });

  it('says how it is used', async () => {
    const { status, stdout } = await run(['--help']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('loupe-cli pull DOMAIN OPERATION')]);
  });
});

describe('price', () => {
  it('says what a call, or many, will cost, and costs nothing', async () => {
    writeFileSync(pathOf('ids'), '1001\n\n1012\n1013\n');
    expect((await run(['price', 'users', 'by-username'])).stdout).toBe('0.001200\n');
    expect((await run(['price', 'users', 'followers', '--times', '40'])).stdout).toBe('0.024000\n');
    expect((await run(['price', 'users', 'by-id', '--input', pathOf('ids')])).stdout).toBe('0.001800\n');
    expect(await charges()).toBe(0);
  });
});

/** In front of the API: lets a number of calls through, and holds the answer of the next one until it is told to go on. */
class Gate {
  passed = 0;
  /** Set when an answer, which is charged, is being held. */
  readonly holding: Promise<void>;
  private release!: () => void;
  private readonly released = new Promise<void>((resolve) => (this.release = resolve));
  private readonly server: Server;

  private constructor(mostPassed: number) {
    let held!: () => void;
    this.holding = new Promise((resolve) => (held = resolve));
    this.server = createServer(async (request, response) => {
      const headers = Object.entries(request.headers).filter(([name]) => name !== 'host' && name !== 'connection');
      const reply = await send(api.baseUrl, request.url!, {
        headers: Object.fromEntries(headers) as Record<string, string>,
      });
      const isPage = !request.url!.startsWith('/system/');
      if (isPage && this.passed >= mostPassed) {
        held();
        await this.released;
      }
      if (isPage) this.passed += 1;
      response.writeHead(reply.status, reply.headers).end(reply.bytes);
    }).listen(0, '127.0.0.1');
  }

  static async after(mostPassed: number): Promise<Gate> {
    const gate = new Gate(mostPassed);
    await once(gate.server, 'listening');
    return gate;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  open(): void {
    this.release();
  }

  stop(): void {
    this.open();
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('pull', () => {
  const followers = allOperations.find(({ name }) => name === 'users.followers')!;
  const words = (out: string) => ['pull', 'users', 'followers', known.showcase, '--out', out];
  const stateOf = (out: string): AnyJson => JSON.parse(readFileSync(`${out}.state.json`, 'utf8'));
  const expectWhole = async (out: string, pages: number) => {
    const { json } = await send(api.baseUrl, `/users/${known.showcase}/followers`, {
      key: (await api.tenants.create('10')).key,
    });
    const items = itemsOf(readFileSync(out, 'utf8'));
    expect(new Set(idsOf(items)).size).toBe(items.length);
    expect(idsOf(items).slice(0, 5)).toEqual(idsOf(json.items).slice(0, 5));
    expect(stateOf(out)).toMatchObject({ isDone: true, pages, items: items.length, jobs: [] });
    return items;
  };

  it('writes a whole list, says what it cost, and has nothing to do a second time', async () => {
    const out = pathOf('out.ndjson');
    const { status, stderr } = await run(words(out));
    const { key } = await api.tenants.create('10');
    const byHand = idsOf(
      await walkByHand({ ...followers, path: `/users/${known.showcase}/followers`, parameters: {} }, api.baseUrl, key),
    );
    const pages = await charges();
    expect([status, idsOf(await expectWhole(out, pages))]).toEqual([0, byHand]);
    expect(stderr).toContain(`${byHand.length} items`);
    expect(stateOf(out).spentUsd).toBe(((pages * 600) / 1_000_000).toFixed(6));
    expect((await run(words(out))).status).toBe(0);
    expect(await charges()).toBe(pages);
  });

  it.each(['SIGKILL', 'SIGINT'] as const)('goes on after %s where it was, and pays no page twice', async (signal) => {
    const out = pathOf('out.ndjson');
    const gate = await Gate.after(2);
    const child = start(words(out), { LOUPE_URL: gate.baseUrl });
    await gate.holding;
    child.kill(signal);
    if (signal === 'SIGINT') {
      await once(child.stderr!, 'data');
      gate.open();
    }
    const [status, by] = await once(child, 'exit');
    gate.stop();
    expect([status, by]).toEqual(signal === 'SIGINT' ? [130, null] : [null, 'SIGKILL']);
    expect(stateOf(out)).toMatchObject({ isDone: false, pages: signal === 'SIGINT' ? 3 : 2 });
    expect(await charges()).toBe(3);
    // As when it was killed between writing a page and noting it.
    if (signal === 'SIGKILL') writeFileSync(out, `${readFileSync(out, 'utf8')}{"pk":"half a li`);
    expect((await run(words(out))).status).toBe(0);
    const pages = stateOf(out).pages;
    await expectWhole(out, pages);
    expect(await charges()).toBe(pages);
    expect(stateOf(out).spentUsd).toBe(((pages * 600) / 1_000_000).toFixed(6));
  });

  it('stops at a budget, and goes on with a larger one', async () => {
    const out = pathOf('out.ndjson');
    expect(await run([...words(out), '--max-cost', '0.0019'])).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('larger --max-cost'),
    });
    expect(await charges()).toBe(3);
    expect(await run([...words(out), '--max-cost', '0.0024'])).toMatchObject({ status: 4 });
    expect(await charges()).toBe(4);
    expect(await run([...words(out), '--max-cost', '1'])).toMatchObject({ status: 0 });
    await expectWhole(out, await charges());
  });

  it('takes each line of an input, several at once, and notes those that fail', async () => {
    const ids = [known.marta, '404404404', known.showcase, known.privateLoudly, known.manyScripts, known.storyTeller];
    writeFileSync(pathOf('ids'), ids.join('\n'));
    const out = pathOf('out.ndjson');
    const ended = await run([
      'pull',
      'users',
      'followers',
      '--input',
      pathOf('ids'),
      '--out',
      out,
      '--limit',
      '30',
      '--fields',
      'pk',
      '--concurrency',
      '3',
      '--progress',
    ]);
    expect(ended).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/\[#{20}\] 6\/6 lines, [\d.]+ calls\/s, \$0\.\d{6}/),
    });
    const lines = itemsOf(readFileSync(out, 'utf8'));
    for (const id of [known.marta, known.showcase, known.storyTeller]) {
      const pulled = lines.filter(({ input }) => input === id);
      expect([id, pulled.length]).toEqual([id, 30]);
    }
    expect(lines.filter(({ error }) => error)).toEqual([
      { input: '404404404', error: 'profile_not_found' },
      { input: known.privateLoudly, error: 'private_account' },
    ]);
    expect(stateOf(out)).toMatchObject({
      isDone: true,
      failed: 2,
      spentUsd: (((await charges()) * 600) / 1_000_000).toFixed(6),
    });
  });

  it('writes a table', async () => {
    writeFileSync(pathOf('ids'), `${known.marta}\n404404404\n`);
    const out = pathOf('out.csv');
    const table = ['pull', 'users', 'by-id', '--input', pathOf('ids'), '--out', out, '--csv', '--concurrency', '1'];
    expect(await run(table)).toMatchObject({ status: 2, stderr: expect.stringContaining('--fields') });
    expect((await run([...table, '--fields', 'pk,username'])).status).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(
      'input,error,pk,username\r\n1001,,1001,marta.trails\r\n404404404,profile_not_found,,\r\n',
    );
  });

  it('touches no file that another command has written', async () => {
    const out = pathOf('out.ndjson');
    writeFileSync(out, 'mine');
    expect(await run(words(out))).toMatchObject({ status: 2, stderr: expect.stringContaining('exists') });
    const other = pathOf('other.ndjson');
    await run([...words(other), '--limit', '3']);
    expect(await run([...words(other), '--limit', '5'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('another command'),
    });
    expect([readFileSync(out, 'utf8'), existsSync(`${out}.state.json`), await charges()]).toEqual(['mine', false, 1]);
  });
});

describe('watch', () => {
  it('prints only what was not there before, also after a restart', async () => {
    let posts = ['3', '2', '1'];
    const upstream = createServer((_, response) => {
      const items = posts.map((pk) => ({ pk }));
      response.end(JSON.stringify({ items, next_cursor: null, has_more: false }));
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    const look = () =>
      run(['watch', 'users', 'reels', '1', '--times', '1', '--state', pathOf('state')], {
        LOUPE_URL: `http://127.0.0.1:${port}`,
      });
    expect(await look()).toMatchObject({ status: 0, stdout: '' });
    expect(await look()).toMatchObject({ status: 0, stdout: '' });
    posts = ['1', '5', '4', '3', '2'];
    expect(await look()).toMatchObject({ status: 0, stdout: '{"pk":"5"}\n{"pk":"4"}\n' });
    expect(await look()).toMatchObject({ status: 0, stdout: '' });
    upstream.close();
  });

  it('keeps to its budget', async () => {
    const ended = await run([
      'watch',
      'posts',
      'comments',
      knownPosts.photo.code,
      '-p',
      `user_id=${known.showcase}`,
      '--every',
      '1',
      '--max-cost',
      '0.0012',
    ]);
    expect([ended.status, await charges()]).toEqual([4, 2]);
  });
});
