import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type RunningServer, startServer } from '../../src/server';
import { send } from '../support/send';
import { Tenants } from '../support/tenants';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';

/** What a response may take on a busy machine. The process ends as soon as it is sent. */
const patientMs = 20_000;

describe('a process that stops during a request', () => {
  let database: TestDatabase;
  let upstream: Server;
  let server: RunningServer;
  beforeEach(async () => {
    database = await createTestDatabase();
    upstream = createServer().listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    server = await startServer({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DEMO: 'false',
      HOST: '127.0.0.1',
      PORT: '0',
      MANAGEMENT_PORT: '0',
      DATABASE_URL: database.url,
      UPSTREAM_BASE_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    });
  });
  afterEach(async () => {
    await server.stop();
    upstream.close();
    upstream.closeAllConnections();
    await database.drop();
  });

  it('sends the response, with the header `Connection: close`', async () => {
    const baseUrl = await server.app.getUrl();
    const { key } = await new Tenants(server.app).create('10');
    expect((await send(baseUrl, '/system/balance', { key })).headers.connection).toBe('keep-alive');
    const received = once(upstream, 'request') as Promise<[unknown, ServerResponse]>;
    const reply = send(baseUrl, '/users/1001', { key });
    const [, answer] = await received;
    const stopped = server.stop(patientMs);
    answer.setHeader('content-type', 'application/json').end('{"user":{"pk":1001,"username":"a"},"status":"ok"}');
    const { status, headers, json } = await reply;
    expect({ status, connection: headers.connection, pk: json.pk }).toEqual({
      status: 200,
      connection: 'close',
      pk: '1001',
    });
    await stopped;
  });

  it('sends the whole response, even if the caller begins to read late', async () => {
    const baseUrl = await server.app.getUrl();
    const { key } = await new Tenants(server.app).create('10');
    const finished = once(server.app.getHttpServer(), 'request').then(([, response]) => once(response, 'prefinish'));
    const caller = connect(Number(new URL(baseUrl).port), '127.0.0.1').pause();
    caller.write(`GET /users/1001 HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`);
    const [, answer] = (await once(upstream, 'request')) as [unknown, ServerResponse];
    // More than the kernel can buffer.
    const biography = 'x'.repeat(12_000_000);
    answer.end(`{"user":{"pk":1001,"username":"a","biography":"${biography}"},"status":"ok"}`);
    await finished;
    const stopped = server.stop(patientMs);
    await until('the port is closed', () => !server.app.getHttpServer().listening);
    let received = 0;
    caller.on('data', (bytes) => (received += bytes.length)).resume();
    await Promise.all([once(caller, 'close'), stopped]);
    expect(received).toBeGreaterThan(biography.length);
  });

  it('sends a free 503 if the upstream does not respond in time', async () => {
    const baseUrl = await server.app.getUrl();
    const { key } = await new Tenants(server.app).create('10');
    const received = once(upstream, 'request');
    const reply = send(baseUrl, '/users/1001', { key });
    await received;
    const stopped = server.stop(2_000);
    const { status, headers, json } = await reply;
    expect({ status, code: json.code, charged: json.charged_usd }).toEqual({
      status: 503,
      code: 'service_unavailable',
      charged: '0',
    });
    expect(headers).toMatchObject({ 'retry-after': '1', 'x-cost-usd': '0', connection: 'close' });
    await stopped;
  });
});
