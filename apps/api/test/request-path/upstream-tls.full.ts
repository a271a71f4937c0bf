import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { promisify } from 'node:util';
import { describeWith } from '../support/programs';

const openssl = spawnSync('openssl', ['version']).status === 0 ? 'openssl' : undefined;

/**
 * Sends requests one after the other, with a pause after each, and reports the results. It runs in a separate process,
 * because Node.js reads trusted certificates only when a process starts.
 */
const program = `
  const { UpstreamClient, UpstreamContext, userInfo } = require(${JSON.stringify(join(__dirname, '../../../../libs/upstream-client/dist'))});
  const { port, proxy, pausesMs } = JSON.parse(process.argv[1]);
  const sessions = [{ headers: { cookie: 'a' }, proxy }];
  const client = new UpstreamClient({ baseUrl: 'https://localhost:' + port, sessions, random: () => 0 });
  (async () => {
    const outcomes = [];
    for (const pauseMs of pausesMs) {
      const body = client.send(userInfo('7'), new UpstreamContext(60_000));
      outcomes.push(await body.then((bytes) => bytes.toString(), ({ reason }) => reason));
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    client.close();
    console.log(JSON.stringify(outcomes));
  })();`;

/** No block of five characters repeats, so that misplaced bytes are noticed. */
const long = Array.from({ length: 20_000 }, (_, index) => `${index}`.padStart(5, 'x')).join('');

describeWith(openssl, 'openssl', 'an upstream that speaks TLS', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-tls-'));
  const servers: Server[] = [];
  let resumed: boolean[] = [];
  let isKeptAlive = true;
  let upstream: tls.TlsOptions;
  let proxy: tls.TlsOptions;

  function identityOf(name: string, alternative: string): tls.TlsOptions {
    const files = { key: join(directory, `${name}.key`), cert: join(directory, `${name}.pem`) };
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`];
    const names = ['-addext', `subjectAltName=${alternative}`];
    execFileSync('openssl', [...request, ...names, '-keyout', files.key, '-out', files.cert], { stdio: 'ignore' });
    return { key: readFileSync(files.key), cert: readFileSync(files.cert) };
  }

  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    server.on('secureConnection', (socket: tls.TLSSocket) => resumed.push(socket.isSessionReused()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const listenForTls = (options: tls.TlsOptions = {}) =>
    listen(
      https.createServer({ ...upstream, ...options }, (_request, response) => {
        response.setHeader('connection', isKeptAlive ? 'keep-alive' : 'close');
        response.end(long);
      }),
    );

  beforeAll(() => {
    upstream = identityOf('localhost', 'DNS:localhost');
    proxy = identityOf('proxy', 'IP:127.0.0.1');
    writeFileSync(join(directory, 'trusted.pem'), `${upstream.cert}${proxy.cert}`);
  });
  afterEach(() => {
    resumed = [];
    isKeptAlive = true;
    for (const server of servers.splice(0)) {
      server.close();
      (server as http.Server).closeAllConnections?.();
    }
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  async function ask(port: number, pausesMs: number[], through?: string, trusted = 'trusted.pem'): Promise<string[]> {
    const settings = JSON.stringify({ port, proxy: through, pausesMs });
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program, settings], {
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: join(directory, trusted) },
    });
    return JSON.parse(stdout).map((text: string) => (text === long ? long.length : text));
  }

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is called with %s over persistent connections', async (maxVersion) => {
    // A connection carries no request for 150 ms after a response.
    expect(await ask(await listenForTls({ maxVersion }), [400, 400, 400])).toEqual([100_000, 100_000, 100_000]);
    expect(resumed).toEqual([false]);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('resumes the TLS session of a closed %s connection', async (maxVersion) => {
    isKeptAlive = false;
    expect(await ask(await listenForTls({ maxVersion }), [50, 50])).toEqual([100_000, 100_000]);
    expect(resumed).toEqual([false, true]);
  });

  it.each(['http', 'https'])('is called through a proxy that speaks %s and has another name', async (protocol) => {
    const server = protocol === 'http' ? http.createServer() : https.createServer(proxy);
    server.on('connect', (request: http.IncomingMessage, socket: Socket) => {
      if (request.headers['proxy-authorization'] !== `Basic ${btoa('user:pass word')}`) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
        return;
      }
      const [, port] = request.url!.split(':');
      const through = connect(Number(port), '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'));
      through.pipe(socket).pipe(through);
      for (const one of [through, socket]) one.on('error', () => [through, socket].map((end) => end.destroy()));
    });
    const port = await listen(server);
    const upstreamPort = await listenForTls();
    const through = (password: string) => `${protocol}://user:${password}@127.0.0.1:${port}`;
    expect(await ask(upstreamPort, [10, 10], through('pass%20word'))).toEqual([100_000, 100_000]);
    expect(await ask(upstreamPort, [10], through('wrong'))).toEqual(['every session is cooling down or disabled']);
  });

  it.each([
    ['ends', (socket: Socket) => socket.end()],
    ['breaks off', (socket: Socket) => socket.destroy()],
    ['talks nonsense', (socket: Socket) => socket.write('nonsense'.repeat(100), () => socket.destroy())],
  ])('is not reached, and the client survives, when a proxy %s during the TLS handshake', async (_what, breakOff) => {
    const upstreamPort = await listenForTls();
    for (const [protocol, server] of Object.entries({ http: http.createServer(), https: https.createServer(proxy) })) {
      server.on('connect', (_request: http.IncomingMessage, socket: Socket) => {
        socket.on('error', () => undefined);
        socket.write('HTTP/1.1 200 Connected\r\n\r\n', () => setTimeout(() => breakOff(socket), 20));
      });
      const port = await listen(server);
      expect(await ask(upstreamPort, [50], `${protocol}://127.0.0.1:${port}`)).toEqual([
        'every session is cooling down or disabled',
      ]);
    }
  });

  it('can send unsolicited bytes, and they are not taken for the response to the next request', async () => {
    let requests = 0;
    const port = await listen(
      tls.createServer(upstream, (socket) => {
        socket.setNoDelay().on('error', () => undefined);
        socket.on('data', () => {
          requests += 1;
          for (const body of [`answer ${requests}`, 'an answer too many'])
            socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
        });
      }),
    );
    // Both responses arrive at once, each in its own TLS record.
    const gathered = await listen(
      createServer((socket) => {
        const through = connect(port, '127.0.0.1');
        socket.pipe(through);
        const chunks: Buffer[] = [];
        let flush: NodeJS.Timeout | undefined;
        through.on('data', (chunk) => {
          chunks.push(chunk);
          clearTimeout(flush);
          flush = setTimeout(() => socket.write(Buffer.concat(chunks.splice(0))), 20);
        });
        for (const one of [through, socket])
          one.on('error', () => undefined).on('close', () => [through, socket].map((end) => end.destroy()));
      }),
    );
    expect(await ask(gathered, [0, 0, 0])).toEqual(['answer 1', 'answer 2', 'answer 3']);
    expect(resumed).toHaveLength(3);
  });

  it('is not called when its certificate is not trusted', async () => {
    const outcomes = await ask(await listenForTls(), [10], undefined, 'proxy.pem');
    expect(outcomes).toEqual([expect.stringContaining('self-signed certificate')]);
    expect(resumed).toEqual([]);
  });
});
