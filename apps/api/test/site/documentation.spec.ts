import { allOperations, problemCodes } from '@loupe/dto';
import { welcomeJson } from '../../src/api-docs/site/welcome';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { guides } from './run-samples';

let api: TestApi;
let pages: Map<string, string>;
beforeAll(async () => {
  api = await startTestApi({
    CONTACT: 'help@example.com',
    PRICE_PER_REQUEST_USD: '0.0025',
    CACHED_PRICE_PERCENT: '20',
  });
  pages = await crawl();
});
afterAll(() => api.stop());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const html = (path: string) => send(api.baseUrl, path, { headers: browser });
const attributesOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => value!);

/** Every page that can be reached by links from `/`, by path. Links of the dashboard's page are not followed. */
async function crawl(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const { status, text, headers } = await html(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    found.set(path, text);
    if (!headers['content-type']!.startsWith('text/html') || path.startsWith('/dashboard')) continue;
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toMatch(/unsafe-inline|unsafe-eval/);
    for (const link of [...attributesOf(text, 'href'), ...attributesOf(text, 'src')])
      if (link.startsWith('/')) waiting.push(link.split('#', 1)[0]!);
  }
  return found;
}

describe('the documentation', () => {
  it('has a page for every operation, error and guide, all of them linked', () => {
    const paths = [...pages.keys()];
    const references = allOperations.map(({ name }) => `/docs/reference/${name}`);
    const errors = problemCodes.map((code) => `/errors/${code}`);
    expect(paths).toEqual(expect.arrayContaining([...references, ...errors, '/docs/', '/docs/changelog', '/errors']));
    for (const guide of guides) expect(paths).toEqual(expect.arrayContaining([`/docs/${guide}`, `/docs/${guide}.md`]));
  });

  it('links only to local paths and existing headings, to the contact, and to three sites of standards', () => {
    for (const [path, text] of pages) {
      if (!text.startsWith('<!doctype html>') || path.startsWith('/dashboard')) continue;
      for (const link of attributesOf(text, 'href')) {
        const [target = '', fragment] = link.split('#', 2);
        const known =
          link.startsWith('/') ||
          link.startsWith('#') ||
          link === 'mailto:help@example.com' ||
          /^https:\/\/(semver\.org|keepachangelog\.com|www\.standardwebhooks\.com)(\/|$)/.test(link);
        expect({ path, link, known }).toEqual({ path, link, known: true });
        // The dashboard's headings come from its script.
        if (fragment && !target.startsWith('/dashboard'))
          expect({ path, link, ids: attributesOf(pages.get(target || path)!, 'id') }).toMatchObject({
            ids: expect.arrayContaining([fragment]),
          });
      }
      const ids = attributesOf(text, 'id');
      expect({ path, ids }).toEqual({ path, ids: [...new Set(ids)] });
    }
  });

  it('is available as Markdown at the same path with .md', async () => {
    for (const path of pages.keys()) {
      if (!path.startsWith('/docs/') || path.includes('.md') || /\.(css|js|svg)$/.test(path)) continue;
      const { text, headers } = await send(api.baseUrl, path === '/docs/' ? '/docs/index.md' : `${path}.md`);
      expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
      const [, title] = /<h1>(.*?)<\/h1>/.exec(pages.get(path)!)!;
      expect(text.startsWith(`# ${title!.replace(/<[^>]*>/g, '')}\n`)).toBe(true);
      // A placeholder that was not replaced begins with `{{` and a letter; `${{ … }}` belongs to the workflow of a guide.
      expect(text).not.toMatch(/\{\{\w|\[object|\| undefined/);
    }
  });

  it('states the prices, limits and contact of this installation', () => {
    expect(pages.get('/docs/reference/users.by_username.md')).toContain(
      '**$0.005** per call, **$5.00** per 1,000 calls.',
    );
    expect(pages.get('/docs/reference/system.health.md')).toContain('**Free.** It needs no key.');
    expect(pages.get('/docs/prices.md')).toContain('A cached response costs 20% of the usual price');
    expect(pages.get('/docs/errors-and-retries.md')).toContain('A key may make 1000 calls in any one second');
    expect(pages.get('/docs/quickstart')).toContain('href="mailto:help@example.com"');
    expect(JSON.parse(pages.get('/openapi.json')!).info.contact).toEqual({ email: 'help@example.com' });
  });

  it('describes for an operation the request, the response, the errors and their costs', () => {
    const page = pages.get('/docs/reference/posts.comments.md')!;
    for (const words of [
      '`GET /posts/{post_id}/comments`',
      '[Try it](/dashboard/playground?operation=posts.comments)',
      '| `user_id` | query, string, required |',
      'Send at most one of `min_id` and `max_id`.',
      '| `comments.user.username` | string or null, optional |',
      '| `next_min_id` | string or null, optional |',
      '| [`private_account`](/errors/private_account) | 403 | yes | no |',
      '| [`too_many_requests`](/errors/too_many_requests) | 429 | no | yes |',
      '| `x-cost-usd` | `0.000600` |',
      '| `Idempotency-Key` |',
    ])
      expect(page).toContain(words);
  });

  it('is found by paths, parameters, fields and codes', async () => {
    const { json } = await send(api.baseUrl, '/docs/search.json');
    const found = (words: string) =>
      json
        .filter((one: object) => JSON.stringify(one).includes(words))
        .map(({ address }: { address: string }) => address);
    expect(found('/users/{user_id}/followers')).toEqual(['/docs/reference/users.followers']);
    expect(found('carousel_index')).toEqual(['/docs/reference/posts.comments']);
    expect(found('hd_profile_pic_versions')).toContain('/docs/reference/users.by_id');
    expect(found('insufficient_balance')).toContain('/errors/insufficient_balance');
    for (const { address } of json) expect((await html(address)).status).toBe(200);
  });
});

describe('GET /', () => {
  it('returns a landing page to a browser', async () => {
    const { headers, text } = await html('/');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers.vary).toMatch(/(^|, )accept(,|$)/i);
    expect(text).toContain('<h2>$0.0025 a call</h2>');
    expect(attributesOf(text, 'href')).toEqual(expect.arrayContaining(['/docs/quickstart', '/dashboard/']));
  });

  it.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
    'answers a program that sends the headers %p with JSON that contains links',
    async (headers) => {
      const reply = await send(api.baseUrl, '/', { headers: headers as Record<string, string> });
      expect(reply.json).toEqual({
        name: 'Loupe',
        docs_url: '/docs/',
        openapi_url: '/openapi.json',
        dashboard_url: '/dashboard/',
      });
      expect(reply.headers.vary).toMatch(/(^|, )accept(,|$)/i);
    },
  );
});

test('links for programs are absolute with PUBLIC_URL set', () => {
  expect(JSON.parse(welcomeJson('https://loupe.example.com')).docs_url).toBe('https://loupe.example.com/docs/');
});

test('/docs and /docs/ are the same page', async () => {
  const [bare, folder] = [await html('/docs'), await html('/docs/')];
  expect([bare.status, bare.text]).toEqual([200, folder.text]);
});
