import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { feedConnectionName } from '../../src/core/auth/key-feed.repository';
import { type RunningServer, startServer } from '../../src/server';
import { send } from '../support/send';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

describe('a start with a slow database', () => {
  let database: TestDatabase;
  /** A proxy in front of the database. It never responds on the connections that `isHeld` selects. */
  let gate: Server;
  let url: string;
  let isHeld: (startup: string) => boolean;
  let server: RunningServer | undefined;
  beforeEach(async () => {
    database = await createTestDatabase();
    const address = new URL(database.url);
    const port = Number(address.port);
    gate = createServer((client) => {
      client.on('error', () => undefined);
      client.once('data', (startup) => {
        if (isHeld(startup.toString('latin1'))) return;
        const server = connect(port, '127.0.0.1').on('error', () => client.destroy());
        server.write(startup);
        client.pipe(server).pipe(client);
      });
    }).listen(0, '127.0.0.1');
    await once(gate, 'listening');
    address.port = `${(gate.address() as AddressInfo).port}`;
    url = address.href;
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    gate.close();
    await database.drop();
  });

  it.each([
    ['the pool', 'application_name\0loupe\0'],
    ['the key set', `application_name\0${feedConnectionName}\0`],
  ])('tries again when the first connection of %s times out', async (_of, name) => {
    let held = 0;
    isHeld = (startup) => startup.includes(name) && ++held === 1;
    const started = await startServer({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DEMO: 'false',
      HOST: '127.0.0.1',
      PORT: '0',
      MANAGEMENT_PORT: '0',
      DATABASE_URL: url,
      UPSTREAM_BASE_URL: 'http://127.0.0.1:9',
    });
    server = started;
    expect((await send(await started.app.getUrl(), '/system/health')).status).toBe(200);
    expect(held).toBeGreaterThan(1);
  });
});
