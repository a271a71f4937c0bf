import { Agent, createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { createWebhookClient, postWebhook } from './webhook-post';

const agent = new Agent({ keepAlive: false });
const loopback = createWebhookClient({ agent, isAllowed: () => true });
const [present, rotated, other] = ['present', 'rotated', 'other'].map(
  (name) => `whsec_${Buffer.from(name.padEnd(32, '.')).toString('base64')}`,
) as [string, string, string];
const message = (url: string) => ({ url, id: 'msg_1', body: '{"type":"test"}', secrets: [present] });

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
        if (status === 200) response.write(`<b>\0 and ${'x'.repeat(2_000)}`);
        else response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => received.splice(0));

  it('signs id, time and body with each secret, so that the library of Standard Webhooks accepts each, and nothing else', async () => {
    await postWebhook({ ...message(url), secrets: [present, rotated] }, loopback);
    const { body } = received[0]!;
    const headers = received[0]!.headers as Record<string, string>;
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
    for (const secret of [present, rotated])
      expect(new Webhook(secret).verify(body, headers)).toEqual({ type: 'test' });
    const forged = (changed: object) => () => new Webhook(present).verify(body, { ...headers, ...changed });
    for (const changed of [
      { 'webhook-id': 'msg_2' },
      { 'webhook-timestamp': `${Number(headers['webhook-timestamp']) - 1}` },
    ])
      expect(forged(changed)).toThrow('No matching signature');
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
  });

  it.each([302, 400, 500])('returns status %d, and follows no redirect', async (status) => {
    expect(await postWebhook(message(`${url}/${status}`), loopback)).toEqual({ status, body: '' });
    expect(received).toHaveLength(1);
  });

  it('returns the start of a body, at most 1 KB, and closes the connection without waiting for its end', async () => {
    const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
    const { status, body } = await postWebhook(message(`${url}/200`), loopback);
    expect({ status, length: body.length, start: body.slice(0, 8) }).toEqual({
      status: 200,
      length: 1_024,
      start: '<b>\uFFFD and',
    });
    await closed;
  });

  it('only uses HTTPS outside of tests', async () => {
    const sent = postWebhook(message('http://example.com/'));
    await expect(sent).rejects.toThrow('ERR_INVALID_PROTOCOL');
  });

  it('refuses a literal private address without connecting', async () => {
    const sent = postWebhook(message(url.replace('http:', 'https:')));
    await expect(sent).rejects.toThrow('the host has no public address');
    expect(received).toEqual([]);
  });

  it('refuses, at connection time, a name that resolves to a private address', async () => {
    const name = url.replace('127.0.0.1', 'localhost');
    const sent = postWebhook(message(name), createWebhookClient({ agent, isAllowed: () => false }));
    await expect(sent).rejects.toThrow('the host has no public address');
    expect(received).toEqual([]);
  });

  it('reports an unknown host name with the same error as a private address', async () => {
    const sent = postWebhook(message(url.replace('127.0.0.1', 'nobody.invalid')), loopback);
    await expect(sent).rejects.toThrow('the host has no public address');
  });

  it('sends only the required headers, without the defaults of axios', async () => {
    await postWebhook(message(url), loopback);
    const standard = ['webhook-id', 'webhook-signature', 'webhook-timestamp'];
    const names = ['connection', 'content-length', 'content-type', 'host', 'user-agent', ...standard];
    expect(Object.keys(received[0]!.headers).sort()).toEqual(names);
  });
});
