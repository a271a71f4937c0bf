import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { ManagementServer } from './management-server';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

describe('ManagementServer', () => {
  const log = { error: jest.fn() };
  const metrics = new Metrics();
  const env = { MANAGEMENT_PORT: 0, MANAGEMENT_HOST: '127.0.0.1' };
  const management = new ManagementServer(env as never, metrics, new Readiness(), log as unknown as Logger);
  let server: Server;
  let baseUrl: string;

  beforeAll(async () => {
    await management.listen();
    server = (management as unknown as { server: Server }).server;
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => management.close());
  beforeEach(() => log.error.mockClear());

  it('returns 500 for metrics that cannot be read, and logs why', async () => {
    metrics.gauge('broken', 'It throws', () => {
      throw new Error('broken');
    });
    expect((await fetch(`${baseUrl}/metrics`)).status).toBe(500);
    expect(log.error).toHaveBeenCalledWith({ err: new Error('broken') }, expect.any(String));
    const { status, headers } = await fetch(`${baseUrl}/livez`);
    expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
  });

  it('keeps running when it cannot accept a connection, and logs why', async () => {
    server.emit('error', new Error('accept EMFILE'));
    expect(log.error).toHaveBeenCalledWith({ err: new Error('accept EMFILE') }, expect.any(String));
    expect((await fetch(`${baseUrl}/livez`)).status).toBe(200);
  });

  it('fails to listen when its port is in use', async () => {
    const { port } = server.address() as AddressInfo;
    const second = new ManagementServer(
      { ...env, MANAGEMENT_PORT: port } as never,
      metrics,
      new Readiness(),
      log as never,
    );
    await expect(second.listen()).rejects.toThrow('EADDRINUSE');
    expect(log.error).not.toHaveBeenCalled();
  });
});
