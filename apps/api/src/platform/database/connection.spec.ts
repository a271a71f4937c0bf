import { createServer, type Server, type Socket } from 'node:net';
import { patience } from '../../../../../scripts/lib/patience.cjs';
import { FlakyProxy } from '../../../test/billing/flaky-proxy';
import { afterTest } from '../../../test/support/after-test';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database';
import { until } from '../../../test/support/until';
import { BoundedClient } from './bounded-client';
import { Connection } from './connection';
import { createDataSource, withLongStatements } from './data-source';
import { DatabaseSilent, isUnavailable, NotConnected } from './failures';
import { Notifications } from './notifications';

/** Long enough for a fast statement on a busy machine. */
const shortMs = 500 * patience;

const endOwnSession = 'SELECT pg_terminate_backend(pg_backend_pid())';

describe('access to the database', () => {
  let database: TestDatabase;
  let proxy: FlakyProxy;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    proxy = await FlakyProxy.before(database.url);
  });
  afterEach(() => proxy.close());

  const countOf = async (name: string): Promise<number> => {
    const [{ count }] = await database.dataSource.query(
      'SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
      [name],
    );
    return count;
  };
  /** Ends the sessions of this name, and waits until they are gone. */
  const end = (name: string) =>
    database.dataSource.query(
      'SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
      [name],
    );

  describe('outside the pool', () => {
    it('opens one connection for concurrent statements, and a new connection after it is lost', async () => {
      const onLost = jest.fn();
      const connection = new Connection(proxy.url, { name: 'one', onLost });
      afterTest(() => connection.close());
      await Promise.all([connection.query('SELECT 1'), connection.query('SELECT 2')]);
      expect(await countOf('one')).toBe(1);
      await end('one');
      await until('the connection is lost', () => !connection.isUp);
      expect(onLost).toHaveBeenCalledTimes(1);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => connection.query('SELECT $1::int', [index])),
      );
      expect(results).toEqual(results.map((_, index) => [[index]]));
      expect(await countOf('one')).toBe(1);
      await connection.close();
      await expect(connection.query('SELECT 1')).rejects.toBeInstanceOf(NotConnected);
    });

    it('reports that nothing was sent when a connection cannot be opened, and leaves no connection behind', async () => {
      proxy.mode = 'refuse';
      const connection = new Connection(proxy.url, { name: 'refused' });
      afterTest(() => connection.close());
      const refused = await connection.query('SELECT 1').catch((error) => error);
      expect(refused).toBeInstanceOf(NotConnected);
      expect(isUnavailable(refused)).toBe(true);
      proxy.mode = 'pass';
      expect(await connection.query('SELECT 1')).toEqual([[1]]);
      await connection.close();
      await until('it is closed', async () => (await countOf('refused')) === 0);
    });

    it('limits a statement on both sides: in the server, and in the client of a silent server', async () => {
      const connection = new Connection(proxy.url, { name: 'slow', statementMs: shortMs });
      afterTest(() => connection.close());
      await expect(connection.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
      expect(connection.isUp).toBe(true);
      proxy.mode = 'swallow';
      const silent = await connection.query('SELECT 1').catch((error) => error);
      expect(silent).toBeInstanceOf(DatabaseSilent);
      expect(isUnavailable(silent)).toBe(true);
      expect(await connection.query('SELECT 2')).toEqual([[2]]);
      await connection.close();
    });

    it('gives up a connection when the server accepts it and stays silent', async () => {
      const sockets: Socket[] = [];
      const mute: Server = createServer((socket) => sockets.push(socket));
      await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
      const url = new URL(database.url);
      url.port = `${(mute.address() as { port: number }).port}`;
      const connection = new Connection(url.href, { name: 'mute' });
      afterTest(() => connection.close());
      await expect(connection.query('SELECT 1')).rejects.toBeInstanceOf(NotConnected);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => mute.close(resolve));
    });
  });

  it('closes a connection in time although the server is silent', async () => {
    const connection = new Connection(proxy.url, { name: 'farewell' });
    afterTest(() => connection.close());
    await connection.query('SELECT 1');
    const [{ pid }] = await database.dataSource.query(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'farewell' AND datname = current_database()`,
    );
    process.kill(pid, 'SIGSTOP');
    try {
      let isClosed = false;
      void connection.close().then(() => (isClosed = true));
      await until('the connection has ended', () => isClosed);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  describe('through the pool', () => {
    it('survives an idle connection that ends just as it is handed out', async () => {
      const pool = await createDataSource(proxy.url, 2, 1_000 * patience).initialize();
      afterTest(() => pool.destroy());
      for (let round = 0; round < 20; round++) {
        await Promise.allSettled([1, 2].map(() => pool.query(endOwnSession)));
      }
      await until('the pool works', () =>
        pool.query('SELECT 1').then(
          () => true,
          () => false,
        ),
      );
      // The class itself must listen for errors.
      expect(new BoundedClient({}).listenerCount('error')).toBeGreaterThan(0);
    });

    it('detects in a new session that a read-only database accepts writes again', async () => {
      const pool = await createDataSource(proxy.url, 1, 1_000 * patience).initialize();
      afterTest(() => pool.destroy());
      const name = new URL(database.url).pathname.slice(1);
      await database.dataSource.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await pool.query(endOwnSession).catch(() => undefined);
      const write = () => pool.query(`UPDATE accounts SET name = name WHERE id = 1`);
      await until('a session is read-only', () =>
        write().then(
          () => false,
          ({ code }) => code === '25006',
        ),
      );
      await database.dataSource.query(`SET default_transaction_read_only = off`);
      await database.dataSource.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
      await until('writes succeed', () =>
        write().then(
          () => true,
          () => false,
        ),
      );
    });

    it('replaces a connection whose server stays silent', async () => {
      const pool = await createDataSource(proxy.url, 1, shortMs).initialize();
      afterTest(() => pool.destroy());
      proxy.mode = 'swallow';
      await expect(pool.query('SELECT 1 AS one')).rejects.toThrow('did not respond in time');
      expect(await pool.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it('limits the time of statements, except while long statements are allowed', async () => {
      const pool = await createDataSource(proxy.url, 1, shortMs).initialize();
      afterTest(() => pool.destroy());
      const slowly = `SELECT pg_sleep(${(shortMs + 700) / 1_000})`;
      await expect(pool.query(slowly)).rejects.toMatchObject({ code: '57014' });
      expect(await withLongStatements(pool, (db) => db.query(slowly))).toHaveLength(1);
      await expect(withLongStatements(pool, () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
      await expect(pool.query(slowly)).rejects.toMatchObject({ code: '57014' });
    });
  });

  describe('for notifications', () => {
    it('keeps a single listening connection after many failed attempts, and reports each reconnect', async () => {
      const notifications = new Notifications(proxy.url);
      afterTest(() => notifications.stop());
      const heard: string[] = [];
      const onReconnect = jest.fn();
      notifications.on('test_channel', (payload) => heard.push(payload));
      notifications.onReconnect(onReconnect);
      await notifications.start();
      for (const times of [1, 2]) {
        // Refuses first, because the listener tries to come back at once.
        proxy.mode = 'refuse';
        const before = proxy.refused;
        await end('loupe-listen');
        await until('several attempts have failed', () => proxy.refused >= before + 3);
        expect(onReconnect).toHaveBeenCalledTimes(times - 1);
        proxy.mode = 'pass';
        await until('it is back', () => onReconnect.mock.calls.length === times);
        expect(await countOf('loupe-listen')).toBe(1);
        await database.dataSource.query('SELECT pg_notify($1, $2)', ['test_channel', `${times}`]);
        await until('it hears', () => heard.length === times);
      }
      expect(heard).toEqual(['1', '2']);
      await notifications.stop();
      await until('it is closed', async () => (await countOf('loupe-listen')) === 0);
    });

    it('never reconnects a listener that was stopped while the database was unreachable', async () => {
      const [stopped, other] = [new Notifications(proxy.url), new Notifications(proxy.url)];
      const onReconnect = jest.fn();
      other.onReconnect(onReconnect);
      afterTest(() => Promise.all([stopped.stop(), other.stop()]));
      await Promise.all([stopped.start(), other.start()]);
      proxy.mode = 'refuse';
      await end('loupe-listen');
      await stopped.stop();
      proxy.mode = 'pass';
      // Twice, so that the stopped listener would have had time to reconnect.
      for (const times of [1, 2]) {
        await until('the other is back', () => onReconnect.mock.calls.length === times);
        expect(await countOf('loupe-listen')).toBe(1);
        if (times === 1) await end('loupe-listen');
      }
    });
  });
});
