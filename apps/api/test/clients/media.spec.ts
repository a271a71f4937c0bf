import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { download, media } from '@loupe/client/media';
import { known, knownPosts } from '../endpoints/known';
import { endServer, listenLocally } from '../support/local-server';
import { CallerWorld, failureOf } from './caller-world';

const world = new CallerWorld();
const { client, charges } = world;
const eightHours = 8 * 3_600;

let directory: string;
let to: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'loupe-media-'));
  to = join(directory, 'file');
});
afterEach(async () => {
  await world.api.simulator.setAhead(0);
  await world.api.simulator.clearFaults();
  rmSync(directory, { recursive: true });
});

/** What the address gives now, without the client. */
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

describe('media', () => {
  it('lists the files of a picture, a reel, a carousel and a story, with sizes and expiry, without a call', async () => {
    const get = (id: string) => client().posts.byId(id);
    const { items } = await client().users.stories(known.marta);
    const posts = [
      await get(knownPosts.photo.pk),
      await get(knownPosts.reel),
      await get(knownPosts.carousel),
      items[0]!,
    ];
    const before = (await charges()).length;
    const listed = posts.map((post) => media(post));
    expect(listed.slice(0, 3).map((files) => files.map(({ kind }) => kind))).toEqual([
      ['picture'],
      ['video'],
      ['picture', 'video', 'picture', 'picture'],
    ]);
    for (const [place, files] of listed.entries())
      for (const [index, file] of files.entries()) {
        const expiryMs = file.expiresAt!.getTime() - Date.now();
        expect([file.index, file.url, expiryMs > 0 && expiryMs < eightHours * 1_000]).toEqual([
          index,
          file.sizes[0]!.url,
          true,
        ]);
        expect(media(posts[place]!, index)).toEqual([file]);
        const areas = file.sizes.map(({ width, height }) => width * height);
        expect(areas).toEqual([...areas].sort((one, other) => other - one));
      }
    expect((await charges()).length).toBe(before);
  });

  it.each([
    ['a profile', { pk: '1', profile_pic_url: 'https://a' }, []],
    ['a post without addresses', { pk: '1', media_type: 2, video_versions: null }, [{ kind: 'video', url: undefined }]],
    [
      'the platform’s own addresses',
      {
        id: '7_9',
        image_versions2: { candidates: [{ width: 1, height: 1, url: 'https://a/b?oh=0&oe=6A0F2B31&x=1' }] },
      },
      [{ kind: 'picture', pk: '7', expiresAt: new Date(0x6a0f2b31 * 1_000) }],
    ],
  ])('reads %s', (_, post, expected) => {
    expect(media(post)).toMatchObject(expected);
  });
});

describe('download', () => {
  it('saves each file of a fresh post without a call', async () => {
    const post = await client().posts.byId(knownPosts.carousel);
    for (const { index, url } of media(post)) {
      const { bytes, costUsd } = await download(client(), post, index, to);
      expect([costUsd, readFileSync(to)]).toEqual(['0', await bytesAt(url!)]);
      expect(bytes).toBe(readFileSync(to).length);
    }
    expect([await charges(), readdirSync(directory)]).toEqual([['-600'], ['file']]);
  });

  it.each([
    ['a picture', () => client().posts.byId(knownPosts.photo.pk), 0],
    ['a reel', () => client().posts.byId(knownPosts.reel), 0],
    ['the video of a carousel', () => client().posts.byId(knownPosts.carousel), 1],
    ['a post of a list', async () => (await client().users.posts(known.showcase)).items[0]!, 0],
    [
      'a post with few fields',
      () => client().posts.byId(knownPosts.carousel, { fields: 'code,carousel_media.image_versions2' }),
      3,
    ],
  ])('gets %s again for the price of one call when its address has expired', async (_, get, index) => {
    const post = await get();
    const [file] = media(post, index);
    const right = await bytesAt(file!.url!);
    const before = (await charges()).length;
    await world.api.simulator.setAhead(eightHours);
    writeFileSync(to, 'old');
    const downloaded = await download(client(), post, index, to);
    expect([downloaded.costUsd, (await charges()).length - before, readFileSync(to)]).toEqual(['0.000600', 1, right]);
    // The renewed post costs nothing more.
    expect((await download(client(), downloaded.post, 0, to)).costUsd).toBe('0');
  });

  it.each([
    ['private', 'private_400', 'private_account'],
    ['gone', 'media_deleted_400', 'not_found'],
  ])('says that a post has become %s, and what that cost', async (_, fault, code) => {
    const post = await client().posts.byId(knownPosts.photo.pk);
    await world.api.simulator.setAhead(eightHours);
    await world.api.simulator.fault({ operation: 'media.info', fault });
    const failure = await failureOf(download(client(), post, 0, to));
    expect([failure.code, failure.chargedUsd, readdirSync(directory)]).toEqual([code, '0.000600', []]);
  });

  it('says that a story is gone after its day', async () => {
    const { items } = await client().users.stories(known.storyTeller);
    await world.api.simulator.setAhead(25 * 3_600);
    expect(await failureOf(download(client(), items[0]!, 0, to))).toMatchObject({ code: 'not_found' });
  });

  it('refuses an index that the post does not have, without a request', async () => {
    const post = await client().posts.byId(knownPosts.photo.pk);
    await expect(download(client(), post, 1, to)).rejects.toThrow(
      new RangeError('The post has 1 files, and none with the index 1'),
    );
  });
});

describe('the host of a file', () => {
  const seen: IncomingHttpHeaders[] = [];
  let answer: RequestListener;
  const servers = [0, 1].map(() =>
    createServer((request, response) => {
      seen.push(request.headers);
      answer(request, response);
    }),
  );
  let host: string;
  let other: string;
  beforeAll(async () => {
    [host, other] = (await Promise.all(servers.map(listenLocally))) as [string, string];
  });
  afterAll(() => servers.forEach(endServer));
  beforeEach(() => seen.splice(0));
  const at = (url: string, more: object = {}) => ({
    pk: knownPosts.photo.pk,
    image_versions2: { candidates: [{ width: 1, height: 1, url }] },
    ...more,
  });
  const withHeaders = () => client({ headers: { 'x-trace': 'secret' } });

  it('never sees the key, and may redirect to itself', async () => {
    answer = ({ url }, response) => response.writeHead(url === '/b' ? 200 : 302, { location: '/b' }).end('picture');
    await download(withHeaders(), at(`${host}/a`), 0, to);
    expect([seen.length, readFileSync(to, 'utf8')]).toEqual([2, 'picture']);
    for (const headers of seen)
      expect(JSON.stringify(headers)).not.toMatch(new RegExp(`x-api-key|${world.tenant.key}|secret`));
  });

  it.each([
    ['another host', () => `${other}/b`, /redirects to another host/],
    ['an address without https', () => 'http://example.org/', /https/],
    ['itself without end', () => `${host}/a`, /more than 5 times/],
  ])('cannot redirect to %s', async (_, location, message) => {
    answer = (_request, response) => response.writeHead(302, { location: location() }).end();
    const failure = await failureOf(download(client(), at(`${host}/a`), 0, to));
    expect([failure.code, failure.message, failure.chargedUsd]).toEqual([
      'download_failed',
      expect.stringMatching(message),
      '0',
    ]);
    expect([readdirSync(directory), seen.every((headers) => headers.host === new URL(host).host)]).toEqual([[], true]);
  });

  it.each(['http://example.org/a', 'file:///etc/passwd', 'data:,x', 'ftp://127.0.0.1/a', '//x', ''])(
    'is not asked for %j',
    async (url) => {
      expect(await failureOf(download(client(), at(url), 0, to))).toMatchObject({ code: 'download_failed' });
      expect(seen).toEqual([]);
    },
  );

  it.each<[string, RequestListener, object]>([
    ['a server error', (_, response) => response.writeHead(503).end(), { retryable: true }],
    ['a missing file', (_, response) => response.writeHead(404).end(), { retryable: false }],
    ['another refusal', (_, response) => response.writeHead(403).end('Bad URL hash'), { retryable: false }],
    ['an empty file', (_, response) => response.end(), { retryable: true }],
    [
      'half a file',
      (_, response) => response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy()),
      { retryable: true },
    ],
  ])('leaves neither a file nor a charge after %s', async (_, answers, facts) => {
    answer = answers;
    writeFileSync(to, 'old');
    const failure = await failureOf(download(client(), at(`${host}/a`), 0, to));
    expect(failure).toMatchObject({ code: 'download_failed', chargedUsd: '0', ...facts });
    expect([readdirSync(directory), readFileSync(to, 'utf8'), await charges()]).toEqual([['file'], 'old', []]);
  });

  it('decides whether an address has expired, because the clock of this computer may be wrong', async () => {
    answer = (_, response) => response.end('picture');
    expect(await download(client(), at(`${host}/a?oe=00000001`), 0, to)).toMatchObject({ costUsd: '0' });
    answer = (_, response) => response.writeHead(403).end('Bad URL timestamp');
    expect(await download(client(), at(`${host}/a?oe=00000001`), 0, to)).toMatchObject({ costUsd: '0.000600' });
  });

  it('that refuses the renewed address, too, is not asked again, and the error tells the cost', async () => {
    answer = (_, response) => response.writeHead(403).end('URL signature expired');
    const renewer = {
      posts: {
        byId: (id: string) => ({
          withMeta: async () => ({ ...(await client().posts.byId(id).withMeta()), data: at(`${host}/b`) }),
        }),
      },
    };
    const failure = await failureOf(download(renewer, at(`${host}/a`), 0, to));
    expect([failure.code, failure.chargedUsd, seen.length, await charges()]).toEqual([
      'download_failed',
      '0.000600',
      2,
      ['-600'],
    ]);
  });

  it('may stop in the middle, and the caller may abort; then no half file remains', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    answer = (_, response) => response.write('half', () => controller.abort(reason));
    const { signal } = controller;
    await expect(download(client(), at(`${host}/a`), 0, to, { signal })).rejects.toBe(reason);
    expect(readdirSync(directory)).toEqual([]);
  });
});
