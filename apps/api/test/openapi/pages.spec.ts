import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations, problemCodes, problemRegistry } from '@loupe/dto';
import { expectProblem, expectSoundAnswer } from '../endpoints/answer-checks';
import { usualTestApi } from '../support/per-worker/usual-api';
import { send } from '../support/send';
import type { TestApi } from '../support/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await usualTestApi();
});
afterAll(() => api.stop());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('/errors/{code} explains every code to programs and to people', async () => {
  for (const code of problemCodes) await expectExplained(code);
});

async function expectExplained(code: (typeof problemCodes)[number]): Promise<void> {
  const { status, title, charged, retryable, explanation, action } = problemRegistry[code];
  const forPrograms = await send(api.baseUrl, `/errors/${code}`, { headers: { accept: 'application/json' } });
  expect(forPrograms.json).toEqual({
    type: `/errors/${code}`,
    code,
    status,
    title,
    charged,
    retryable,
    explanation,
    action,
  });
  const forPeople = await send(api.baseUrl, `/errors/${code}`, { headers: browser });
  expect(forPeople.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(forPeople.text).toContain(`<h1>${title}</h1>`);
  for (const words of [explanation, action]) expect(textOf(forPeople.text)).toContain(words);
  expect(forPeople.headers.vary).toMatch(/accept/i);
  for (const reply of [forPrograms, forPeople]) expectSoundAnswer(reply);
}

test('/errors lists every code', async () => {
  const { json } = await send(api.baseUrl, '/errors');
  expect(json.map(({ code }: { code: string }) => code)).toEqual(problemCodes);
  const { text } = await send(api.baseUrl, '/errors', { headers: browser });
  const rows = [...text.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    row!
      .split(/<\/t[hd]>/)
      .slice(0, -1)
      .map(textOf),
  );
  expect(rows[0]).toEqual(['Status', 'Code', 'Charged', 'Retry may help', 'What happened', 'What to do']);
  for (const code of problemCodes) {
    const { status, retryable, explanation, action } = problemRegistry[code];
    const row = [`${status}`, code, expect.any(String), retryable ? 'yes' : 'no', explanation, action];
    expect(rows).toContainEqual(row);
    expect(text).toContain(`<a href="/errors/${code}">`);
  }
});

test('an unknown error code is not found', async () => {
  expectProblem(await send(api.baseUrl, '/errors/no_such_code'), 404, 'unknown_route', 0n);
});

test('docs/errors.md has a row for every code, and no other rows', () => {
  const rows = readFileSync(join(__dirname, '../../../../docs/errors.md'), 'utf8').match(/^\| `\w+` \| \d+ \|/gm);
  expect(rows).toEqual(problemCodes.map((code) => `| \`${code}\` | ${problemRegistry[code].status} |`));
});

test('/llms.txt names every operation with its price, and every error', async () => {
  const { text, headers } = await send(api.baseUrl, '/llms.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const { name, path, priceUnits } of allOperations) {
    const price = priceUnits === 0 ? 'Free.' : `${priceUnits} unit${priceUnits > 1 ? 's' : ''}.`;
    const link = escaped(`- [GET ${path}](/docs/reference/${name}.md): `);
    expect(text.split('\n')).toContainEqual(expect.stringMatching(new RegExp(`^${link}.*${escaped(price)}$`)));
  }
  for (const code of problemCodes) expect(text).toContain(`- ${code} (`);
});

test.each([
  ['/docs', 15_000],
  ['/docs/reference/users.posts.md', 8_000],
  ['/docs/pages.css', 8_000],
  ['/docs/search.json', 10_000],
  ['/openapi.json', 40_000],
  ['/llms.txt', 6_000],
  ['/errors', 6_000],
])('%s is sent compressed, and a request with its ETag gets a 304', async (path, atMostBytes) => {
  const { headers, bytes } = await send(api.baseUrl, path, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(headers['content-encoding']).toBe('gzip');
  expect(headers.vary).toContain('Accept-Encoding');
  expect(bytes.length).toBeLessThan(atMostBytes);
  const again = { 'accept-encoding': 'gzip, br', 'if-none-match': headers.etag! };
  expect((await send(api.baseUrl, path, { headers: again })).status).toBe(304);
});

test.each([
  '/docs/package.json',
  '/docs/nothing',
  '/docs/reference',
  '/docs/guides/1-quickstart.md',
  '/docs/styles/frame.css',
  '/docs/..%2f..%2fpackage.json',
  '/dashboard/assets/index.js',
  '/dashboard/assets/..%2f..%2fpackage.json',
])('%s is not found', async (path) => {
  expectProblem(await send(api.baseUrl, path), 404, 'unknown_route', 0n);
});

test.each(['/nothing', '/docs/nothing', '/errors/no_such_code'])(
  '%s shows a person a page with the search of the documentation',
  async (path) => {
    const { status, headers, text } = await send(api.baseUrl, path, { headers: browser });
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers.vary).toMatch(/(^|, )accept(,|$)/i);
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).toContain('aria-label="Search the docs"');
  },
);

test('a call without a key gets its problem as JSON, also in a browser', async () => {
  expect((await send(api.baseUrl, '/users/1001', { headers: browser })).json.code).toBe('unauthorized');
  expect((await send(api.baseUrl, '/nothing', { method: 'POST', headers: browser })).json.code).toBe('unknown_route');
});

test('a person who opens /mcp gets the guide for agents, and a program learns that it takes POST', async () => {
  const person = await send(api.baseUrl, '/mcp', { headers: browser });
  expect([person.status, person.headers.location]).toEqual([303, '/docs/agents']);
  const program = await send(api.baseUrl, '/mcp', { headers: { accept: 'text/event-stream' } });
  expect([program.status, program.json.code]).toEqual([405, 'method_not_allowed']);
});

describe('the dashboard’s page', () => {
  test.each(['/dashboard', '/dashboard/', '/dashboard/keys/7', '/dashboard/..%2f..%2fpackage.json'])(
    'is served at %s, revalidated each time, and loads only its own files',
    async (path) => {
      const { status, headers, text } = await send(api.baseUrl, path);
      expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
      expect(text).toContain('<div id="root">');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  test('has immutable assets, which the build has compressed', async () => {
    const { text } = await send(api.baseUrl, '/dashboard/');
    const [, script] = /"([^"]+index-[^"]+\.js)"/.exec(text)!;
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await send(api.baseUrl, script!, { headers: { 'accept-encoding': encoding } });
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
      });
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('rejects the method %s', async (method) => {
    for (const path of ['/dashboard', '/dashboard/', '/dashboard/keys/7'])
      expectProblem(await send(api.baseUrl, path, { method }), 405, 'method_not_allowed', 0n);
  });
});

test('a path of the dashboard’s API lists its allowed methods', async () => {
  const json = { 'content-type': 'application/json' };
  for (const [method, path, allowed] of [
    ['PUT', '/dashboard/api/session', 'DELETE, GET, POST'],
    ['OPTIONS', '/dashboard/api/keys', 'GET, POST'],
    ['DELETE', '/dashboard/api/keys', 'GET, POST'],
  ] as const) {
    const reply = await send(api.baseUrl, path, { method, headers: json });
    expectProblem(reply, 405, 'method_not_allowed', 0n);
    expect(reply.headers.allow).toBe(allowed);
  }
  for (const method of ['GET', 'PUT', 'OPTIONS'])
    expectProblem(
      await send(api.baseUrl, '/dashboard/api/nothing', { method, headers: json }),
      404,
      'unknown_route',
      0n,
    );
});

function escaped(text: string): string {
  return text.replace(/[{}.()[\]]/g, '\\$&');
}

function textOf(html: string): string {
  const text = html
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
