import type { Logger } from 'pino';
import { clock } from '../../src/platform/clock';
import { Notifications } from '../../src/platform/database/notifications';
import { OutageLog } from '../../src/platform/database/outage-log';
import { LOGGER } from '../../src/platform/observability/logger';
import { FlakyProxy } from '../billing/flaky-proxy';
import { afterTest } from '../support/after-test';
import { noteLogLines } from '../support/log-lines';
import type { AnyJson } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';

/** How long to wait for jobs that run every five seconds. */
const jobMs = 20_000;

describe('the log of an outage of the database', () => {
  let database: TestDatabase;
  let proxy: FlakyProxy;
  let api: TestApi;
  const lines: AnyJson[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await FlakyProxy.before(database.url);
    api = await startTestApi({ DATABASE_URL: proxy.url });
    api.app.get<Logger>(LOGGER).level = 'debug';
    noteLogLines(api, (line) => lines.push(line));
  });
  afterAll(async () => {
    proxy.mode = 'pass';
    await api.stop();
    proxy.close();
    await database.drop();
  });

  const named = (message: string) => lines.filter(({ msg }) => msg === message);

  it('has one line when it begins, one when it ends, and all failures with their stacks at debug', async () => {
    const { key } = await api.tenants.create('1');
    // Balances that are known in memory let the next call get as far as its charge.
    expect((await api.get('/users/1001', key)).status).toBe(200);
    proxy.mode = 'refuse';
    proxy.cutAll();
    const refused = await Promise.all(['/system/balance', '/users/1001'].map((path) => api.get(path, key)));
    expect(refused.map(({ status }) => status)).toEqual([503, 503]);
    const failures = [
      'sending webhooks failed',
      'counting API processes failed',
      'usage rows could not be written',
      'charges could not be committed',
    ];
    await until('everything has failed', () => failures.every((message) => named(message).length > 0), jobMs);
    proxy.mode = 'pass';
    await until('it is back', async () => (await api.get('/users/1001', key)).status === 200);
    await until('its end is logged', () => named('the database is back').length > 0);
    // A line of the refused calls is written once a minute, so only a slow machine sees one.
    const ofCallers = [undefined, 'refused for the same reason within a minute'];
    const loud = lines.filter(({ level, msg }) => level !== 'debug' && !ofCallers.includes(msg));
    expect(loud).toEqual([
      { level: 'error', time: expect.any(String), msg: 'the database is out of reach', reason: expect.any(String) },
      { level: 'info', time: expect.any(String), msg: 'the database is back' },
    ]);
    for (const message of failures) expect(named(message)[0]).toMatchObject({ err: { stack: expect.any(String) } });
  });

  it('does not hide a job that fails for another reason, even right after an outage', async () => {
    await database.dataSource.query('ALTER TABLE webhook_deliveries RENAME TO deliveries_away');
    const loud = () => named('sending webhooks failed').filter(({ level }) => level === 'warn');
    await until('the job fails', () => loud().length > 0, jobMs);
    await database.dataSource.query('ALTER TABLE deliveries_away RENAME TO webhook_deliveries');
    expect(loud()[0].err).toMatchObject({ code: '42P01', stack: expect.stringContaining('    at ') });
  });

  it('hides a lost connection only while the database does not respond, and for ten seconds afterwards', async () => {
    const notifications = new Notifications(proxy.url);
    const log = { debug: jest.fn(), info: jest.fn(), warn: jest.fn(), error: jest.fn() };
    const failures = new OutageLog(notifications, log);
    afterTest(() => notifications.stop());
    await notifications.start();
    const lose = () => failures.warn({ err: new Error('Connection terminated unexpectedly') }, 'a job failed');
    lose();
    await until('it is logged', () => log.warn.mock.calls.length === 1);
    proxy.mode = 'refuse';
    proxy.cutAll();
    lose();
    await until('it is logged', () => log.debug.mock.calls.length === 1);
    proxy.mode = 'pass';
    await until('the database is back', () => log.info.mock.calls.length === 1);
    lose();
    await until('it is logged', () => log.debug.mock.calls.length === 2);
    const nowMs = clock.nowMs();
    jest.spyOn(clock, 'nowMs').mockReturnValue(nowMs + 10_000);
    lose();
    await until('it is logged', () => log.warn.mock.calls.length === 2);
    expect([log.error, log.info].map(({ mock }) => mock.calls)).toEqual([
      [[{ reason: expect.any(String) }, 'the database is out of reach']],
      [['the database is back']],
    ]);
  });
});
