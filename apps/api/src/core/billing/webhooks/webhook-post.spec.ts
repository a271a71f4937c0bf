import { createHmac } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookClient, postWebhook } from './webhook-post';

const agent = new Agent({ keepAlive: false });
const loopback = createWebhookClient({ agent, isAllowed: () => true });

describe('postWebhook', () => {
  let server: Server;
  let url: string;
  const received: { headers: IncomingMessage['headers']; body: string }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        const status = Number(request.url?.slice(1)) || 204;
        response.writeHead(status, { location: '/204' });
        if (status === 200) response.write('a body without end');
        else response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => received.splice(0));

  it('signs time and body, so that a receiver detects forgeries and replays', async () => {
    await postWebhook({ url, secret: 'whsec_test' }, '{"event":"balance.low"}', loopback);
    const { headers, body } = received[0]!;
    const [, seconds, hash] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['loupe-signature'] as string)!;
    expect(hash).toBe(createHmac('sha256', 'whsec_test').update(`${seconds}.${body}`).digest('hex'));
    expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(60);
  });

  it.each([302, 400, 500])('treats status %d as a failure and follows no redirect', async (status) => {
    const sent = postWebhook({ url: `${url}/${status}`, secret: 's' }, '{}', loopback);
    await expect(sent).rejects.toThrow(`answered with status ${status}`);
    expect(received).toHaveLength(1);
  });

  it('closes the connection without waiting for a body', async () => {
    const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
    await expect(postWebhook({ url: `${url}/200`, secret: 's' }, '{}', loopback)).resolves.toBeUndefined();
    await closed;
  });

  it('only uses HTTPS outside of tests', async () => {
    const sent = postWebhook({ url: 'http://example.com/', secret: 's' }, '{}');
    await expect(sent).rejects.toThrow('ERR_INVALID_PROTOCOL');
  });

  it('refuses a literal private address without connecting', async () => {
    const sent = postWebhook({ url: url.replace('http:', 'https:'), secret: 's' }, '{}');
    await expect(sent).rejects.toThrow('the host has no public address');
    expect(received).toEqual([]);
  });

  it('refuses, at connection time, a name that resolves to a private address', async () => {
    const name = url.replace('127.0.0.1', 'localhost');
    const sent = postWebhook({ url: name, secret: 's' }, '{}', createWebhookClient({ agent, isAllowed: () => false }));
    await expect(sent).rejects.toThrow('the host has no public address');
    expect(received).toEqual([]);
  });

  it('reports an unknown host name with the same error as a private address', async () => {
    const sent = postWebhook({ url: url.replace('127.0.0.1', 'nobody.invalid'), secret: 's' }, '{}', loopback);
    await expect(sent).rejects.toThrow('the host has no public address');
  });

  it('sends only the required headers, without the defaults of axios', async () => {
    await postWebhook({ url, secret: 's' }, '{}', loopback);
    const names = ['connection', 'content-length', 'content-type', 'host', 'loupe-signature', 'user-agent'];
    expect(Object.keys(received[0]!.headers).sort()).toEqual(names);
  });
});
