import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { DataSource } from 'typeorm';
import { send } from '../support/send';
import { until } from '../support/until';
import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

const pagesOfFile = 41;

describe('a usage export', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    world = await DashboardWorld.start();
    owner = await world.ownerBrowser();
    // Forty thousand rows, more bytes than a connection buffers.
    await world.api.database.dataSource.query(
      `INSERT INTO ledger.usage_hourly (hour, account_id, shard, key_id, operation, code, requests, charged_requests, charged_micros, upstream_ms, response_bytes)
       SELECT date_trunc('day', now(), 'UTC') - hours * interval '1 hour', $1, shard_of($1), keys, operations || repeat('x', 400), '', 1, 1, 600, 1, 1
       FROM generate_series(1, 20) AS hours, generate_series(1, 50) AS keys, generate_series(1, 40) AS operations`,
      [owner.accountId],
    );
  });
  afterAll(() => world.stop());

  const path = '/usage.csv?interval=hour';
  const startExport = () =>
    get(`${world.api.baseUrl}/dashboard/api${path}`, {
      headers: { cookie: owner.cookie!, 'x-forwarded-for': owner.address },
    });

  it('has every row once', async () => {
    const { text } = await owner.get(path);
    const rows = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(0, 3).join());
    expect(rows).toHaveLength(40_000);
    expect(new Set(rows).size).toBe(40_000);
  });

  it('is compressed for clients that accept it', async () => {
    const headers = { cookie: owner.cookie!, 'x-forwarded-for': owner.address };
    const sendWith = (further: object) =>
      send(world.api.baseUrl, `/dashboard/api${path}`, { headers: { ...headers, ...further } });
    const plain = await sendWith({});
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const reply = await sendWith({ 'accept-encoding': 'gzip' });
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(reply.bytes).toString()).toBe(plain.text);
    expect(reply.bytes.length).toBeLessThan(plain.text.length / 10);
  });

  it('is read from the database only as fast as the client reads, and stops when the client disconnects', async () => {
    const query = jest.spyOn(world.dataSource as DataSource, 'query');
    const pagesRead = () => query.mock.calls.filter(([sql]) => sql.includes('FROM ledger.usage_hourly')).length;
    const readBesidesOne = async () => {
      const before = pagesRead();
      await owner.get(path);
      return pagesRead() - before - pagesOfFile;
    };
    const request = startExport();
    await new Promise((resolve) => request.once('response', resolve));
    await readBesidesOne();
    expect(pagesRead() - pagesOfFile).toBeLessThan(pagesOfFile);
    request.destroy();
    expect(await readBesidesOne()).toBeLessThanOrEqual(1);
    query.mockRestore();
  });

  it('runs at most twice at a time for an account', async () => {
    const waiting = [startExport(), startExport()];
    await Promise.all(waiting.map((request) => new Promise((resolve) => request.once('response', resolve))));
    expect((await owner.get(path)).json).toMatchObject({ status: 429, code: 'too_many_requests' });
    const other = await world.ownerBrowser();
    expect((await other.get(path)).status).toBe(200);
    waiting[0]!.destroy();
    await until('another export is accepted', async () => (await owner.get(path)).status === 200);
    waiting[1]!.destroy();
  });
});
