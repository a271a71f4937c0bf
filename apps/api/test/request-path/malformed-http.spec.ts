import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { type ProblemCode, problemRegistry } from '@loupe/dto';
import { expectProblem } from '../endpoints/answer-checks';
import { known } from '../endpoints/known';
import { usualTestApi } from '../support/per-worker/usual-api';
import { send } from '../support/send';
import type { TestApi } from '../support/test-api';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await usualTestApi();
  key = (await api.tenants.create('10')).key;
});
afterAll(() => api.stop());

interface RawReply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Writes these bytes, and reads this many responses, or fewer if the server closes the connection. */
function talk(bytes: string, answers = 1): Promise<RawReply[]> {
  const { port } = new URL(api.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let received = '';
    const finish = () => {
      socket.destroy();
      resolve(readReplies(received));
    };
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (readReplies(received).length === answers) finish();
    });
    socket.on('end', finish);
    socket.on('error', reject);
  });
}

function readReplies(received: string): RawReply[] {
  const replies: RawReply[] = [];
  for (let rest = received; rest !== ''; ) {
    const [head = '', ...others] = rest.split('\r\n\r\n');
    const [statusLine = '', ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => line.split(': ', 2)).map(([n, v]) => [n!.toLowerCase(), v!]),
    );
    const after = others.join('\r\n\r\n');
    if (statusLine === 'HTTP/1.1 100 Continue' && others.length > 0) {
      rest = after;
      continue;
    }
    const length = Number(headers['content-length'] ?? Number.NaN);
    if (others.length === 0 || !(after.length >= length)) break;
    replies.push({ status: Number(statusLine.split(' ')[1]), headers, text: after.slice(0, length) });
    rest = after.slice(length);
  }
  return replies;
}

function expectRawProblem(reply: RawReply, code: ProblemCode): void {
  const { status } = problemRegistry[code];
  expect(reply.status).toBe(status);
  expectProblem({ ...reply, bytes: Buffer.from(reply.text), json: JSON.parse(reply.text) }, status, code, 0n);
}

const get = (target: string, ...headers: string[]) =>
  [
    'GET ',
    target,
    ' HTTP/1.1\r\nHost: x\r\nx-api-key: ',
    key,
    ...headers.map((header) => `\r\n${header}`),
    '\r\n\r\n',
  ].join('');
const profile = `/users/${known.marta}`;

describe('invalid HTTP', () => {
  it.each<[string, ProblemCode, () => string]>([
    ['no request line', 'bad_request', () => 'hello\r\n\r\n'],
    ['an unknown version', 'bad_request', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a method in small letters', 'method_not_allowed', () => get(profile).replace('GET', 'get')],
    ['an unknown method', 'method_not_allowed', () => get(profile).replace('GET', 'FOO')],
    ['an unknown method at an unknown path', 'unknown_route', () => get('/nowhere').replace('GET', 'FOO')],
    [
      'an unknown method with an absolute target',
      'method_not_allowed',
      () => get(`http://x${profile}`).replace('GET', 'FOO'),
    ],
    ['no method', 'bad_request', () => get(profile).replace('GET', '')],
    ['an unknown method without an HTTP version', 'bad_request', () => `FOO ${profile}\r\n\r\n`],
    ['a query beyond ASCII', 'bad_request', () => get('/search/users?query=caf\xc3\xa9')],
    ['no target', 'bad_request', () => get('')],
    ['a target without its slash', 'bad_request', () => get('users/1001')],
    ['a control character in a header', 'bad_request', () => get(profile, 'x\x00y: 1')],
    ['a bare line feed', 'bad_request', () => get(profile, 'x: 1\n y')],
    ['two lengths of one body', 'bad_request', () => get(profile, 'content-length: 3', 'transfer-encoding: chunked')],
    ['no Host header', 'bad_request', () => `GET ${profile} HTTP/1.1\r\n\r\n`],
    ['HTTP/0.9', 'bad_request', () => `GET ${profile}\r\n\r\n`],
    ['headers of more than 16 KiB', 'headers_too_large', () => get(profile, `x: ${'a'.repeat(17_000)}`)],
    ['a target of more than 16 KiB', 'headers_too_large', () => get(`/users/${'1'.repeat(17_000)}`)],
    ['CONNECT', 'method_not_allowed', () => 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('gets a problem document: %s', async (_, code, bytes) => {
    const [reply] = await talk(bytes());
    expectRawProblem(reply!, code);
    if (code !== 'method_not_allowed') return;
    expect(reply!.headers).toMatchObject({ allow: 'GET', 'x-cost-usd': '0', 'cache-control': 'private, no-store' });
  });

  it('an unknown method right after the body of another request gets method_not_allowed', async () => {
    const post = get(profile, 'content-length: 100').replace('GET', 'POST') + 'a'.repeat(100);
    const [first, second] = await talk(post + get(profile).replace('GET', 'FOO'));
    for (const reply of [first, second]) expectRawProblem(reply!, 'method_not_allowed');
    expect(JSON.parse(second!.text).detail).toContain('accepts GET, not another method. Send parameters in the path');
  });

  it('an invalid HEAD request gets a response without a body', async () => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      // Node's client fails when a body follows.
      request(api.baseUrl, { method: 'HEAD', path: '/users/caf\xe9' }, (response) => {
        response.resume().on('end', () => resolve(response));
      })
        .on('error', reject)
        .end();
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toBe('application/problem+json');
  });

  it.each([
    ['a query', () => '/search/users?query=caf\xc3\xa9'],
    ['a path', () => '/hashtags/\xd0\xb3/top'],
  ])('%s beyond ASCII gets the advice to percent-encode it; other requests do not', async (_, target) => {
    const [reply] = await talk(get(target()));
    expect(JSON.parse(reply!.text).detail).toContain('outside ASCII. Percent-encode them');
    const [other] = await talk(get('users/1001'));
    expect(JSON.parse(other!.text).detail).toBe('The request is not valid HTTP. Correct it.');
  });
});

describe('unusual HTTP', () => {
  it.each<[string, () => string]>([
    ['an absolute target', () => get(`http://elsewhere${profile}`)],
    ['HTTP/1.0', () => get(profile).replace('1.1', '1.0')],
    ['an offer to upgrade', () => get(profile, 'connection: upgrade', 'upgrade: websocket')],
    ['an unknown expectation', () => get(profile, 'expect: the unexpected')],
    ['headers of 15 KiB', () => get(profile, `x: ${'a'.repeat(15_000)}`)],
  ])('is served: %s', async (_, bytes) => {
    const [reply] = await talk(bytes());
    expect(JSON.parse(reply!.text).pk).toBe(known.marta);
  });

  it('no interim response is sent inside another response when a pipelined request expects one', async () => {
    const expecting = (target: string) => get(target, 'expect: 100-continue');
    // The first request waits for the upstream, and the response to the second waits behind it. Node would write
    // "100 Continue" into the second response, after its head.
    const post = expecting('/nowhere').replace('GET', 'POST').trimEnd();
    const requests = [
      get(profile),
      expecting('/nowhere'),
      `${post}\r\ncontent-length: 5\r\n\r\nhello`,
      expecting('/system/balance'),
      get('/system/health', 'connection: close'),
    ];
    const replies = await talk(requests.join(''), requests.length);
    expect(replies.map(({ status, text }) => [status, typeof JSON.parse(text)])).toEqual(
      [200, 404, 404, 200, 200].map((status) => [status, 'object']),
    );
  });

  it('a request with `Expect: 100-continue` gets a 100 Continue, and the connection stays open', async () => {
    const { port } = new URL(api.baseUrl);
    const head = get('/nowhere', 'expect: 100-continue', 'content-length: 5').replace('GET', 'POST');
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(head));
    const received = await new Promise<string>((resolve) => {
      let text = '';
      socket.once('data', () => socket.write(`hello${get('/system/health', 'connection: close')}`));
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.on('close', () => resolve(text));
    });
    expect(readReplies(received).map(({ status }) => status)).toEqual([404, 200]);
    expect(received.match(/100 Continue/g)).toHaveLength(1);
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
  });

  it('a GET with a body does not affect the next request', async () => {
    const replies = await talk(
      `${get('/system/balance', 'content-length: 5').trimEnd()}\r\n\r\nhello${get('/system/balance')}`,
      2,
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('pipelined requests get responses in order, each with its own id', async () => {
    const paths = ['/users/1012', '/nowhere', '/system/balance', '/users/x', '/users/1001'];
    const replies = await talk(paths.map((path) => get(path)).join(''), paths.length);
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 200, 422, 200]);
    expect([JSON.parse(replies[0]!.text).pk, JSON.parse(replies[4]!.text).pk]).toEqual(['1012', '1001']);
    expect(new Set(replies.map(({ headers }) => headers['x-request-id'])).size).toBe(paths.length);
  });

  it('a request with the caller’s request id gets a new id', async () => {
    const { headers } = await send(api.baseUrl, profile, { key, headers: { 'x-request-id': 'mine' } });
    expect(headers['x-request-id']).not.toContain('mine');
  });

  it('a request with two keys is refused', async () => {
    const [reply] = await talk(get('/system/balance', `x-api-key: ${key}`));
    expectRawProblem(reply!, 'unauthorized');
  });
});

describe('paths', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'an unknown path returns 404 to the method %s',
    async (method) => {
      expectProblem(await send(api.baseUrl, '/nowhere', { method }), 404, 'unknown_route', 0n);
    },
  );

  it('an unknown path returns no body to HEAD', async () => {
    const reply = await send(api.baseUrl, '/nowhere', { method: 'HEAD' });
    expect([reply.status, reply.text]).toEqual([404, '']);
  });

  it.each([
    '/users',
    '/users//followers',
    `//users/${known.marta}`,
    `${profile}/followers//`,
    '/%75sers/1001',
    '/v1/users/1001',
    '/USERS/1001',
    '/users/1001/Followers',
    '/users/1001/followers/1',
  ])('a path is case-sensitive and has no empty segments: %s is unknown', async (path) => {
    expectProblem(await send(api.baseUrl, path, { key }), 404, 'unknown_route', 0n);
  });

  it('a path may end with a slash', async () => {
    expect((await send(api.baseUrl, `${profile}/`, { key })).json.pk).toBe(known.marta);
    expect((await send(api.baseUrl, `${profile}/`, { key, method: 'POST' })).status).toBe(405);
  });

  it.each(['/users/%zz', '/hashtags/%C3%28/top', '/posts/%'])(
    'a path with invalid encoding is rejected: %s',
    async (path) => {
      expectProblem(await send(api.baseUrl, path, { key }), 400, 'bad_request', 0n);
    },
  );

  it.each(['/', '/openapi.json', '/llms.txt', '/errors', '/errors/not_found', '/docs', '/docs/', '/docs/pages.css'])(
    'a document is read-only: %s',
    async (path) => {
      const reply = await send(api.baseUrl, path, { method: 'POST' });
      expectProblem(reply, 405, 'method_not_allowed', 0n);
      expect(reply.headers.allow).toBe('GET, HEAD');
      expect((await send(api.baseUrl, path, { method: 'HEAD' })).status).toBe(200);
    },
  );

  it.each([{ range: 'bytes=9999999-' }, { range: 'bytes=5-1' }, { 'if-match': '"x"' }])(
    'a request with the header %p for a file gets the whole file',
    async (headers) => {
      for (const path of ['/docs/pages.css', '/dashboard/', '/openapi.json', '/llms.txt', '/errors'])
        expect((await send(api.baseUrl, path, { headers: headers as never })).status).toBe(200);
    },
  );
});
