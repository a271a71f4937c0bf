import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import express, { type Request, type Response } from 'express';
import { send } from '../../test/support/send';
import { identify } from '../platform/http/request-middleware';
import { readStaticFiles, serveFiles } from './static-files';

describe('static files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-static-'));
  const script = 'console.log(1);'.repeat(100);
  let server: Server;
  let baseUrl: string;

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    const written = {
      'index.html': '<!doctype html>',
      'index.html.br': 'page in brotli',
      'index.html.gz': 'page in gzip',
      'assets/a.js': script,
      'assets/a.woff2': 'font',
    };
    for (const [name, text] of Object.entries(written)) writeFileSync(join(folder, name), text);
    const files = readStaticFiles(folder);
    // From here on, files are served from memory.
    rmSync(folder, { recursive: true });
    const app = express();
    app.disable('etag');
    app.use(
      identify(),
      serveFiles(
        ({ path }) => files.get(path === '/' ? '/index.html' : path),
        ({ name }) => `max-age=${name.length}`,
      ),
    );
    app.use((_request: Request, response: Response) => void response.status(404).end('passed on'));
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const get = (path: string, headers: Record<string, string> = {}) => send(baseUrl, path, { headers });

  it('sends a static file with its type, length and cache headers', async () => {
    const { status, headers, text } = await get('/assets/a.js');
    expect({ status, text }).toEqual({ status: 200, text: script });
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(script.length),
      'cache-control': 'max-age=11',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', 'page in brotli'],
    ['gzip', 'gzip', 'page in gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'page in gzip'],
    ['identity', undefined, '<!doctype html>'],
    ['deflate', undefined, '<!doctype html>'],
  ])('sends a static file for accept-encoding %p in the encoding %p', async (accepted, encoding, text) => {
    const reply = await get('/', { 'accept-encoding': accepted });
    expect(reply.text).toBe(text);
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('compresses a script on the first request, and never compresses a font', async () => {
    const headers = { 'accept-encoding': 'br, gzip' };
    for (const reply of await Promise.all([get('/assets/a.js', headers), get('/assets/a.js', headers)])) {
      expect(reply.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(reply.bytes).toString()).toBe(script);
    }
    const font = await get('/assets/a.woff2', headers);
    expect(font.headers['content-encoding']).toBeUndefined();
    expect(font.text).toBe('font');
  });

  it.each(['br', 'gzip', 'identity'])('returns 304 only if the caller has the %s copy', async (it) => {
    const encoded = { 'accept-encoding': it };
    const { etag } = (await get('/', encoded)).headers;
    const again = await get('/', { ...encoded, 'if-none-match': `"other", W/${etag}` });
    expect({ status: again.status, text: again.text, etag: again.headers.etag }).toEqual({
      status: 304,
      text: '',
      etag,
    });
    expect(again.headers['cache-control']).toBe('max-age=10');
    const other = it === 'br' ? 'gzip' : 'br';
    expect((await get('/', { 'accept-encoding': other, 'if-none-match': etag! })).status).toBe(200);
  });

  it.each(['bytes=0-3', 'bytes=5-1', 'bytes=9999999-', 'bytes=-0', 'bytes=0-1,3-4', 'lines=1', ''])(
    'ignores the range %p and sends the whole file',
    async (range) => {
      const { status, text, headers } = await get('/assets/a.js', { range });
      expect({ status, text, ranges: headers['accept-ranges'] }).toEqual({ status: 200, text: script });
    },
  );

  it('returns the headers of GET and no body for HEAD', async () => {
    const [head, whole] = await Promise.all([send(baseUrl, '/', { method: 'HEAD' }), get('/')]);
    expect(head.text).toBe('');
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
      expect(head.headers[name]).toBe(whole.headers[name]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('returns 405 for %s on a static file', async (method) => {
    const { status, headers, json } = await send(baseUrl, '/', { method });
    expect({ status, allow: headers.allow, code: json.code }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
      code: 'method_not_allowed',
    });
    expect((await send(baseUrl, '/nothing', { method })).text).toBe('passed on');
  });

  it.each([
    '/assets',
    '/assets/',
    '/assets/b.js',
    '/assets/../index.html',
    '/..%2findex.html',
    '/%2e%2e/etc/passwd',
    '/assets/a.js%00',
    '/%zz',
    '/index.html.br',
    '/__proto__',
  ])('passes %s on, because it names no static file', async (path) => {
    expect((await get(path)).text).toBe('passed on');
  });
});
