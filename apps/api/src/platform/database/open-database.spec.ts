import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database';
import { openDatabase } from './open-database';

/** An error that PostgreSQL sends on a new connection before closing the connection. */
function errorResponse(sqlState: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe('opening the database', () => {
  let database: TestDatabase;
  let door: Server;
  let url: string;
  const turnedAway: ((client: Socket) => void)[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    const address = new URL(database.url);
    const port = Number(address.port);
    door = createServer((client) => {
      client.on('error', () => undefined);
      const turnAway = turnedAway.shift();
      if (turnAway) return void client.once('data', () => turnAway(client));
      const server = connect(port, '127.0.0.1').on('error', () => undefined);
      client.pipe(server).pipe(client);
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    address.port = `${(door.address() as AddressInfo).port}`;
    url = address.href;
  });
  afterAll(async () => {
    door.close();
    await database.drop();
  });
  beforeEach(() => turnedAway.splice(0));

  const saying = (sqlState: string, message: string) => (client: Socket) =>
    client.end(errorResponse(sqlState, message));
  const starting = saying('57P03', 'the database system is starting up');

  it('waits for a database that starts, recovers, shuts down or cuts connections, and reports the wait once', async () => {
    turnedAway.push(
      saying('57P01', 'terminating connection due to administrator command'),
      saying('57P02', 'terminating connection because of crash of another server process'),
      (client) => client.destroy(),
      (client) => client.resetAndDestroy(),
      starting,
    );
    const onWait = jest.fn();
    const opened = await openDatabase(url, 2, { restartMs: 30_000, refusedMs: 0, onWait });
    expect(await opened.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(turnedAway).toEqual([]);
    expect(onWait.mock.calls).toEqual([[expect.objectContaining({ code: '57P01' })]]);
    await opened.destroy();
  });

  it('gives up on a database that does not come back', async () => {
    turnedAway.push(...Array.from({ length: 100 }, () => starting));
    await expect(openDatabase(url, 2, { restartMs: 300, refusedMs: 300 })).rejects.toMatchObject({ code: '57P03' });
  });

  it('treats ECONNREFUSED as a restart after the server has said that it is starting', async () => {
    const { port } = door.address() as AddressInfo;
    // An error, then a closed port, then an open one: one server ends and the next starts.
    turnedAway.push((client) => {
      starting(client);
      door.close();
      setTimeout(() => door.listen(port, '127.0.0.1'), 300);
    });
    const opened = await openDatabase(url, 2, { restartMs: 30_000, refusedMs: 20_000 });
    expect(await opened.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await opened.destroy();
  });

  it('refuses a server that is too old, before it changes anything', async () => {
    const older = await createTestDatabase();
    const { pathname } = new URL(older.url);
    // Shadows the server's function of that name.
    await older.dataSource.query(`CREATE SCHEMA older;
      CREATE FUNCTION older.current_setting(name text) RETURNS text LANGUAGE sql
        RETURN CASE name WHEN 'server_version_num' THEN '140022' WHEN 'server_version' THEN '14.22' END;
      ALTER DATABASE ${pathname.slice(1)} SET search_path = older, pg_catalog, public`);
    const prepare = jest.fn();
    const opening = openDatabase(older.url, 2, { restartMs: 30_000, refusedMs: 30_000, prepare });
    await expect(opening).rejects.toThrow('DATABASE_URL: this is PostgreSQL 14.22, and Loupe needs 15 or newer');
    expect(prepare).not.toHaveBeenCalled();
    await older.drop();
  });

  it('throws immediately on an error that waiting does not resolve', async () => {
    const onWait = jest.fn();
    const wrong = new URL(url);
    wrong.pathname = '/there_is_no_such_database';
    const opening = openDatabase(wrong.href, 2, { restartMs: 30_000, refusedMs: 30_000, onWait });
    await expect(opening).rejects.toMatchObject({ code: '3D000' });
    expect(onWait).not.toHaveBeenCalled();
  });
});
