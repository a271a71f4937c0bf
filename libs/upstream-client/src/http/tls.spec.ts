import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';

const describeWithOpenssl = spawnSync('openssl', ['version']).status === 0 ? describe : describe.skip;

/** Asks one after the other, with so much time between, and says what came of it: a process of its own, because only at its start Node.js is told whom to trust. */
const asking = `
  const { UpstreamClient, Exchange, userInfo } = require(${JSON.stringify(join(__dirname, '../../dist'))});
  const { baseUrl, proxy, pausesMs } = JSON.parse(process.argv[1]);
  const client = new UpstreamClient({ baseUrl, sessions: [{ headers: { cookie: 'a' }, proxy }], random: () => 0 });
  (async () => {
    const outcomes = [];
    for (const pauseMs of pausesMs) {
      const exchange = new Exchange(5_000);
      const said = await client.send(userInfo('7'), exchange).then((body) => Buffer.concat(body).toString(), ({ reason }) => reason);
      outcomes.push(said);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    client.close();
    console.log(JSON.stringify(outcomes));
  })();`;

describeWithOpenssl('an upstream that speaks TLS', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-tls-'));
  const servers: Server[] = [];
  let upstream: https.Server;
  /** Of each connection, whether it resumes another one. */
  let resumed: boolean[];
  let keepAlive = '';

  const listen = async <Of extends Server>(server: Of): Promise<Of> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  };
  const portOf = (server: Server) => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    const names = ['-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', 'key.pem', '-out', 'certificate.pem'];
    execFileSync('openssl', ['req', ...options, ...names, ...files], { cwd: directory, stdio: 'ignore' });
    const identity = {
      key: readFileSync(join(directory, 'key.pem')),
      cert: readFileSync(join(directory, 'certificate.pem')),
    };
    upstream = await listen(
      https.createServer(identity, (_request, response) => {
        response.setHeader('connection', keepAlive || 'keep-alive');
        response.end('x'.repeat(100_000));
      }),
    );
    upstream.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
    for (const proxy of [http.createServer(), https.createServer(identity)]) {
      proxy.on('connect', (request: http.IncomingMessage, socket: Socket) => {
        const isKnown = request.headers['proxy-authorization'] === `Basic ${btoa('user:pass word')}`;
        if (!isKnown) {
          socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
          return;
        }
        const [, port] = request.url!.split(':');
        const through = connect(Number(port), '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'));
        through.pipe(socket).pipe(through);
        for (const one of [through, socket]) one.on('error', () => [through, socket].map((end) => end.destroy()));
      });
      await listen(proxy);
    }
  });
  beforeEach(() => {
    resumed = [];
    keepAlive = '';
  });
  afterAll(() => {
    rmSync(directory, { recursive: true });
    for (const server of servers) {
      server.close();
      (server as http.Server).closeAllConnections();
    }
  });

  async function ask(proxy: string | undefined, pausesMs: number[], trusted = 'certificate.pem'): Promise<string[]> {
    const settings = { baseUrl: `https://localhost:${portOf(upstream)}`, proxy, pausesMs };
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', asking, JSON.stringify(settings)], {
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: join(directory, trusted) },
    });
    return JSON.parse(stdout).map((text: string) => (text.startsWith('xx') ? text.length : text));
  }

  it('is asked through connections that are kept, and resumed when they were not', async () => {
    expect(await ask(undefined, [10, 10, 10])).toEqual([100_000, 100_000, 100_000]);
    expect(resumed).toHaveLength(1);
    resumed = [];
    keepAlive = 'close';
    expect(await ask(undefined, [50, 50])).toEqual([100_000, 100_000]);
    expect(resumed).toEqual([false, true]);
  });

  it.each([
    ['http', '127.0.0.1', 1],
    ['https', 'localhost', 2],
  ])('is asked through a proxy at %s://%s', async (protocol, host, server) => {
    const proxy = (password: string) => `${protocol}://user:${password}@${host}:${portOf(servers[server]!)}`;
    expect(await ask(proxy('pass%20word'), [10, 10])).toEqual([100_000, 100_000]);
    expect(resumed).toHaveLength(1);
    expect(await ask(proxy('wrong'), [10])).toEqual(['every session rests or is dead']);
  });

  it('is not asked when nobody vouches for it', async () => {
    expect(await ask(undefined, [10], 'key.pem')).toEqual([expect.stringContaining('self-signed certificate')]);
    expect(resumed).toHaveLength(0);
  });
});
