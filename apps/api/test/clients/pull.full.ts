import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { media } from '@loupe/client/media';
import { allOperations } from '@loupe/dto';
import { known, knownPosts } from '../endpoints/known';
import { type AnyJson, send } from '../support/send';
import { until } from '../support/until';
import { CliWorld, itemsOf } from './cli-world';
import { idsOf, pageByHand } from './client-calls';

const world = new CliWorld();
const { chargeCount, pathOf, run, start } = world;

/**
 * A proxy of the API and the host of all files. Below `prefix` it passes a number of responses, and sends only half of
 * every later one until `open`.
 */
class Gate {
  readonly holding: Promise<void>;
  open!: () => void;
  private readonly server: Server;

  private constructor(maxPassed: number, prefix: string) {
    let passed = 0;
    let held!: () => void;
    this.holding = new Promise((resolve) => (held = resolve));
    const opened = new Promise<void>((resolve) => (this.open = resolve));
    this.server = createServer(async (request, response) => {
      const { simulator, baseUrl } = world.api;
      const url = request.url!;
      const isFile = url.startsWith('/media/');
      const { host: _, connection: __, 'accept-encoding': ___, ...headers } = request.headers;
      const reply = await send(isFile ? simulator.baseUrl : baseUrl, url, {
        headers: headers as Record<string, string>,
      });
      const body = isFile ? reply.bytes : Buffer.from(reply.text.replaceAll(simulator.baseUrl, this.baseUrl));
      const { 'transfer-encoding': ____, ...replied } = reply.headers;
      response.writeHead(reply.status, { ...replied, 'content-length': body.length });
      const isHeld = url.startsWith(prefix) && ++passed > maxPassed;
      const half = isHeld ? body.length >> 1 : 0;
      if (isHeld) {
        response.write(body.subarray(0, half));
        held();
        await opened;
      }
      response.end(body.subarray(half));
    }).listen(0, '127.0.0.1');
  }

  static async after(maxPassed: number, prefix: string): Promise<Gate> {
    const gate = new Gate(maxPassed, prefix);
    await once(gate.server, 'listening');
    return gate;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.open();
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('loupe-cli pull', () => {
  const followers = allOperations.find(({ name }) => name === 'users.followers')!;
  const words = (out: string) => ['pull', 'users', 'followers', known.showcase, '--out', out];
  const stateOf = (out: string): AnyJson => JSON.parse(readFileSync(`${out}.state.json`, 'utf8'));
  const expectWhole = async (out: string, pages: number) => {
    const { json } = await send(world.api.baseUrl, `/users/${known.showcase}/followers`, {
      key: (await world.api.tenants.create('10')).key,
    });
    const items = itemsOf(readFileSync(out, 'utf8'));
    expect(new Set(idsOf(items)).size).toBe(items.length);
    expect(idsOf(items).slice(0, 5)).toEqual(idsOf(json.items).slice(0, 5));
    expect(stateOf(out)).toMatchObject({ isDone: true, pages, items: items.length, jobs: [] });
    return items;
  };

  it('writes a whole list, prints its cost, and sends no call when run again', async () => {
    const out = pathOf('out.ndjson');
    const { status, stderr } = await run(words(out));
    const { key } = await world.api.tenants.create('10');
    const byHand = idsOf(
      await pageByHand(
        { ...followers, path: `/users/${known.showcase}/followers`, parameters: {} },
        world.api.baseUrl,
        key,
      ),
    );
    const pages = await chargeCount();
    expect([status, idsOf(await expectWhole(out, pages))]).toEqual([0, byHand]);
    expect(stderr).toContain(`${byHand.length} items`);
    expect(stateOf(out).spentUsd).toBe(((pages * 600) / 1_000_000).toFixed(6));
    const again = await run(words(out));
    const complete = `complete already: ${byHand.length} items; this run $0, all runs $${stateOf(out).spentUsd}\n`;
    expect([again.status, again.stderr]).toEqual([0, complete]);
    expect(await chargeCount()).toBe(pages);
  });

  it('uses the same session ids for all pages of a search, also in a later run', async () => {
    const out = pathOf('out.ndjson');
    const search = ['pull', 'search', 'users', 'mar', '--out', out, '--limit', '60'];
    expect((await run([...search, '--max-cost', '0.0006'])).status).toBe(4);
    expect(await run(search)).toMatchObject({ status: 0, stderr: expect.stringMatching(/60\/60 items/) });
    expect(await chargeCount()).toBe(stateOf(out).pages);
    expect(stateOf(out).pages).toBeGreaterThan(2);
  });

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'resumes after %s at the next page, and pays for no page twice',
    async (signal) => {
      const out = pathOf('out.ndjson');
      const gate = await Gate.after(2, '/users/');
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
      expect(await chargeCount()).toBe(3);
      // Simulates a kill between writing a page and recording it.
      if (signal === 'SIGKILL') appendFileSync(out, '{"pk":"unrecorded"}\n'.repeat(50_000));
      const { items, spentUsd } = stateOf(out);
      const rest = await run(words(out));
      const pages = stateOf(out).pages;
      const spentNowUsd = ((pages * 600) / 1_000_000 - Number(spentUsd)).toFixed(6);
      expect([rest.status, rest.stderr]).toEqual([0, expect.stringContaining(`(${items} known already), `)]);
      expect(rest.stderr).toContain(`this run $${spentNowUsd} of $${stateOf(out).spentUsd}`);
      await expectWhole(out, pages);
      expect(await chargeCount()).toBe(pages);
      expect(stateOf(out).spentUsd).toBe(((pages * 600) / 1_000_000).toFixed(6));
    },
  );

  it('stops at a budget, and resumes with a larger one', async () => {
    const out = pathOf('out.ndjson');
    expect(await run([...words(out), '--max-cost', '0.0019'])).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('larger --max-cost'),
    });
    expect(await chargeCount()).toBe(3);
    expect(await run([...words(out), '--max-cost', '0.0024'])).toMatchObject({ status: 4 });
    expect(await chargeCount()).toBe(4);
    expect(await run([...words(out), '--max-cost', '1'])).toMatchObject({ status: 0 });
    await expectWhole(out, await chargeCount());
  });

  it('pulls each line of an input, several at once, and reports those that fail', async () => {
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
      spentUsd: (((await chargeCount()) * 600) / 1_000_000).toFixed(6),
    });
  });

  it('writes a CSV table', async () => {
    writeFileSync(pathOf('ids'), `${known.marta}\n404404404\n`);
    const out = pathOf('out.csv');
    const table = ['pull', 'users', 'by-id', '--input', pathOf('ids'), '--out', out, '--csv', '--concurrency', '1'];
    expect(await run(table)).toMatchObject({ status: 2, stderr: expect.stringContaining('--fields') });
    expect((await run([...table, '--fields', 'pk,username'])).status).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(
      'input,error,pk,username\r\n1001,,1001,marta.trails\r\n404404404,profile_not_found,,\r\n',
    );
  });

  it('refuses to touch a file that another command has written', async () => {
    const out = pathOf('out.ndjson');
    writeFileSync(out, 'mine');
    expect(await run(words(out))).toMatchObject({ status: 2, stderr: expect.stringContaining('exists') });
    const other = pathOf('other.ndjson');
    await run([...words(other), '--limit', '3']);
    expect(await run([...words(other), '--limit', '5'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('another command'),
    });
    expect([readFileSync(out, 'utf8'), existsSync(`${out}.state.json`), await chargeCount()]).toEqual([
      'mine',
      false,
      1,
    ]);
  });
});

describe('loupe-cli pull --media', () => {
  const words = (limit = 8, ...more: string[]) => [
    ...['pull', 'users', 'posts', known.showcase, '--limit', `${limit}`],
    ...['--out', pathOf('out.ndjson'), '--media', pathOf('media'), ...more],
  ];
  const files = () => readdirSync(pathOf('media')).sort();
  const expected = () => {
    const posts = itemsOf(readFileSync(pathOf('out.ndjson'), 'utf8'));
    const names = posts.flatMap((post) =>
      media(post).map(
        ({ kind }, index, { length }) =>
          `${post.pk}${length > 1 ? `_${index + 1}` : ''}.${kind === 'video' ? 'mp4' : 'png'}`,
      ),
    );
    return [...new Set(names)].sort();
  };
  const contents = () =>
    Object.fromEntries(files().map((name) => [name, readFileSync(join(pathOf('media'), name), 'base64')]));
  const eightHours = 8 * 3_600;
  afterEach(async () => {
    await world.api.simulator.setAhead(0);
    await world.api.simulator.clearFaults();
  });

  it('downloads all files of a list, skips them later, and renews what has expired for one call a post', async () => {
    expect(await run(words(12))).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/; \d+ files downloaded.*, renewals \$0\n$/),
    });
    expect([files(), await chargeCount()]).toEqual([expected(), 1]);
    expect(files().length).toBeGreaterThan(8);
    const before = contents();
    const again = await run(words(12));
    expect(again.stderr).toMatch(
      /^complete already: 12 items; this run \$0, .*; 0 files downloaded \(\d+ known already\), 0 posts gone, 0 failed, renewals \$0\n$/,
    );
    await world.api.simulator.setAhead(eightHours);
    const missing = files().filter((name) => name.startsWith(knownPosts.carouselOfTen));
    for (const name of missing) rmSync(join(pathOf('media'), name));
    const renewed = await run(words(12));
    expect([missing.length, renewed.status]).toEqual([10, 0]);
    expect(renewed.stderr).toMatch(/this run \$0\.000600, .*; 10 files downloaded .*, renewals \$0\.000600\n$/);
    expect([contents(), await chargeCount()]).toEqual([before, 2]);
  });

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'leaves no half file under its name after %s, and resumes',
    async (signal) => {
      const gate = await Gate.after(2, '/media/');
      const child = start(words(), { LOUPE_URL: gate.baseUrl });
      const present = () => (existsSync(pathOf('media')) ? files() : []);
      await until(
        'two files are whole, and the next are half',
        () => {
          const parts = present().filter((name) => name.endsWith('.part'));
          return parts.length > 0 && present().length - parts.length === 2;
        },
        30_000,
      );
      if (signal === 'SIGINT') {
        child.kill(signal);
        await once(child.stderr!, 'data');
      }
      child.kill(signal);
      await once(child, 'exit');
      const whole = contents();
      gate.open();
      const rest = await run(words(), { LOUPE_URL: gate.baseUrl });
      gate.stop();
      expect([rest.status, files(), await chargeCount()]).toEqual([0, expected(), 1]);
      expect(rest.stderr).toContain('(2 known already), 0 posts');
      for (const [name, bytes] of Object.entries(whole))
        if (!name.endsWith('.part')) expect(contents()[name]).toBe(bytes);
    },
  );

  it('goes on when a post has become private or is gone, and does not ask for it again', async () => {
    await run(words(3).slice(0, -2));
    await world.api.simulator.setAhead(eightHours);
    await world.api.simulator.fault({ operation: 'media.info', fault: 'private_400', mode: 'once' });
    const { status, stderr } = await run(words(3));
    expect([status, stderr.match(/^post \d+: private_account/gm)?.length]).toEqual([0, 1]);
    expect(stderr).toMatch(/, 1 posts gone, 0 failed, renewals \$0\.00(12|18)00\n$/);
    const charged = await chargeCount();
    expect((await run(words(3))).stderr).toMatch(/, 1 posts gone, 0 failed, renewals \$0\n$/);
    expect(await chargeCount()).toBe(charged);
  });

  it('counts renewals against --max-cost', async () => {
    await run(words(3).slice(0, -2));
    await world.api.simulator.setAhead(eightHours);
    const ended = await run(words(3, '--max-cost', '0.0012', '--concurrency', '1'));
    expect([ended.status, await chargeCount(), files().length > 0]).toEqual([4, 2, true]);
    expect(ended.stderr).toMatch(/renewals \$0\.000600\nloupe-cli: budget_reached/);
  });

  it('never writes outside its folder, whatever the ids of posts are', async () => {
    const url = 'http://127.0.0.1:1/x.png';
    const caption = 'a\u2028b';
    const ids = ['..', '../x', '/etc/x', 'a\\b', 'a\u0000', 'CON', '', '9'.repeat(21), '7'];
    const api = createServer((request, response) => {
      const items = ids.map((pk) => ({
        pk,
        caption,
        media_type: 1,
        image_versions2: { candidates: [{ width: 1, height: 1, url }] },
      }));
      const body = request.url!.startsWith('/system/') ? { items: [] } : { items, has_more: false, next_cursor: null };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(api, 'listening');
    mkdirSync(pathOf('around'));
    const words = ['pull', 'users', 'tagged', '1', '--out', pathOf('out.ndjson'), '--media', pathOf('around/media')];
    const variables = { LOUPE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}` };
    for (const { status, stderr } of [await run(words, variables), await run(words, variables)]) {
      expect([status, stderr]).toEqual([6, expect.stringMatching(/9 failed.*\nloupe-cli: download_failed/s)]);
      expect(stderr).toContain('7.png: The connection was lost');
    }
    api.close();
    expect([readdirSync(pathOf('around')), readdirSync(pathOf('around/media'))]).toEqual([['media'], []]);
  });

  it('refuses options with which an item is not whole', async () => {
    for (const more of [['--csv'], ['--fields', 'pk']])
      expect(await run(words(3, ...more))).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('--media needs whole'),
      });
    expect(existsSync(pathOf('media'))).toBe(false);
  });
});
