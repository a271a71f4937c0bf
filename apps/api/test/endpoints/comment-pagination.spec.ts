import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { listenLocally } from '../support/local-server';
import { send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { pathOfPage, readings } from './paged-lists';

type UpstreamPage = Record<string, unknown>;

let upstream: Server;
/** Upstream pages by the parameter and token that request them. The key of the first page is empty. */
let thread: Map<string, UpstreamPage>;
let api: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    const { searchParams } = new URL(request.url!, 'http://upstream');
    const query = [...searchParams].filter(([name]) => /^m(in|ax)_id$/.test(name)).map((pair) => pair.join('='));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(thread.get(query.join('&')) ?? { status: 'fail', message: `no page ${query}` }));
  });
  api = await startTestApi({ UPSTREAM_BASE_URL: await listenLocally(upstream) });
  tenant = await api.tenants.create('1000');
});
afterAll(async () => {
  await api.stop();
  upstream.close();
});

const list = { ...readings.comments, path: '/posts/2639297316059813967/comments?user_id=1012' };

/** Pages through the thread as the specification says, at most `maxPages` pages. @returns the comments of each page. */
async function walk(maxPages: number): Promise<number[][]> {
  const pages: number[][] = [];
  for (let token: string | undefined; pages.length < maxPages; ) {
    const { status, json } = await send(api.baseUrl, pathOfPage(list, token), { key: tenant.key });
    expect(status).toBe(200);
    pages.push(json.comments.map(({ text }: { text: string }) => Number(text)));
    expect(json.next_min_id ?? null).toEqual(json.has_more ? expect.stringMatching(/^[\w-]+$/) : null);
    expect(JSON.stringify(json)).not.toMatch(/"page\\|stale|back from/);
    if (!json.has_more) return pages;
    token = json.next_min_id;
  }
  throw new Error('the thread does not end');
}

const names = {
  min: { token: 'next_min_id', more: 'has_more_headload_comments' },
  max: { token: 'next_max_id', more: 'has_more_comments' },
} as const;
type Way = keyof typeof names;

/** What the last page of a direction may contain. Each of these ends the paging in that direction. */
const endings = [
  'nothing',
  'flag is false',
  'flag without token',
  'token without flag',
  'token of the request',
] as const;

function onward(way: Way, token: string | undefined, flag: boolean): UpstreamPage {
  return {
    ...(token === undefined ? {} : { [names[way].token]: token }),
    ...(flag ? { [names[way].more]: true } : {}),
  };
}

function ending(way: Way, kind: (typeof endings)[number], requested: string): UpstreamPage {
  if (kind === 'flag is false') return { [names[way].more]: false, [names[way].token]: null };
  if (kind === 'token without flag') return { [names[way].more]: false, [names[way].token]: 'stale' };
  if (kind === 'flag without token') return { [names[way].more]: true };
  return kind === 'nothing' ? {} : { [names[way].more]: true, [names[way].token]: requested };
}

function makeThread(sizes: Record<Way, number>, end: (typeof endings)[number], namesWayBack: boolean): number {
  let count = 0;
  const comments = () => ({ comments: [{ text: String(count++) }], status: 'ok' });
  const token = (way: Way, page: number) => `${way} {"page": "${page}"} =&`;
  thread = new Map();
  const ways = (['min', 'max'] as const).filter((way) => sizes[way] > 0);
  thread.set('', Object.assign(comments(), ...ways.map((way) => onward(way, token(way, 1), true))));
  for (const way of ways)
    for (let page = 1; page <= sizes[way]; page++) {
      const requested = token(way, page);
      const back = way === 'min' ? 'max' : 'min';
      const on = page === sizes[way] ? ending(way, end, requested) : onward(way, token(way, page + 1), page % 2 === 0);
      const wayBack = namesWayBack ? onward(back, `back from ${requested}`, true) : {};
      thread.set(`${way}_id=${requested}`, { ...comments(), ...on, ...wayBack });
    }
  return count;
}

test('a comment thread is read to its end, every comment once, in one direction or in both', async () => {
  const size = fc.integer({ min: 0, max: 4 });
  const property = fc.asyncProperty(
    size,
    size,
    fc.constantFrom(...endings),
    fc.boolean(),
    async (min, max, end, back) => {
      const count = makeThread({ min, max }, end, back);
      const seen = (await walk(count + 1)).flat();
      expect(seen.sort((one, other) => one - other)).toEqual(Array.from({ length: count }, (_, index) => index));
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

test.each([
  [1, 0],
  [2, 0],
  [3, 2],
  [6, 5],
])(
  'a comment thread ends although its last page, %d after the first, leads to itself or an earlier page',
  async (size, back) => {
    makeThread({ min: 0, max: size }, 'nothing', false);
    const last = thread.get([...thread.keys()].at(-1)!)!;
    Object.assign(last, onward('max', `max {"page": "${Math.max(back, 1)}"} =&`, true));
    const pages = await walk(size + 2);
    expect(pages.flat()).toEqual(Array.from({ length: size + 1 }, (_, index) => index));
  },
);
