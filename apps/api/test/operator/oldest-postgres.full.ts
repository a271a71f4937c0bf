import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { ApiKeys } from '../../src/core/auth/lifecycle/api-keys';
import { LedgerRepository } from '../../src/core/billing/ledger.repository';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { Reversals } from '../../src/core/billing/reversals';
import { UsageTotals } from '../../src/core/usage/usage-totals';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres';
import { openForLongStatements } from '../../src/platform/database/open-database';
import { beginWithinOneHour } from '../support/hours';
import { describeWith } from '../support/programs';
import { schemaOf } from '../support/schema';
import { startTestApi, type TestApi } from '../support/test-api';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** Where Debian, Red Hat and Homebrew install the programs of a version. */
const places = (version: number) => [
  `/usr/lib/postgresql/${version}/bin`,
  `/usr/pgsql-${version}/bin`,
  `/opt/homebrew/opt/postgresql@${version}/bin`,
];
const oldest = [15, 16, 17].flatMap(places).find((programs) => existsSync(join(programs, 'initdb')));

const actor = { userId: null, label: 'test', address: null };

describeWith(oldest, 'PostgreSQL 15, 16 or 17', 'the oldest PostgreSQL', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-oldest-'));
  let postgres: EmbeddedPostgres;
  let old: DataSource;
  let current: TestDatabase;
  let api: TestApi;
  beforeAll(async () => {
    // What was spent today must not be of yesterday.
    await beginWithinOneHour();
    postgres = await EmbeddedPostgres.start(directory, ['fsync=off'], oldest);
    [old, current] = await Promise.all([openForLongStatements(postgres.url, 4), createTestDatabase()]);
  });
  afterAll(async () => {
    await api?.stop();
    await Promise.all([old?.destroy(), current?.drop()]);
    await postgres?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('is an older version than that of all other tests', async () => {
    const [[then], [now]] = await Promise.all(
      [old, current.dataSource].map((dataSource) => dataSource.query('SHOW server_version_num')),
    );
    expect(Number(then.server_version_num)).toBeGreaterThanOrEqual(150_000);
    expect(Number(then.server_version_num)).toBeLessThan(180_000);
    if (!process.env.POSTGRES_PROGRAMS) expect(Number(now.server_version_num)).toBeGreaterThanOrEqual(180_000);
  });

  it('gets the same schema as the current PostgreSQL', async () => {
    expect(await schemaOf(old)).toEqual(await schemaOf(current.dataSource));
  });

  it('generates ids of the same form, and reads the same time from them', async () => {
    const made: { id: string }[][] = await Promise.all(
      [old, current.dataSource].map((dataSource) =>
        dataSource.query('SELECT loupe_uuid_v7() AS id FROM generate_series(1, 1000)'),
      ),
    );
    const ids = [...made.flat().map(({ id }) => id), v7(), '0000ffff-ffff-7000-8000-000000000000'];
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const times = ids.map((id) => ({ at: new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)) }));
    for (const dataSource of [old, current.dataSource])
      expect(await dataSource.query('SELECT loupe_uuid_time(id) AS at FROM unnest($1::uuid[]) AS id', [ids])).toEqual(
        times,
      );
    for (const { at } of times.slice(0, 2_000)) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('charges, rotates, caps, reverses and aggregates, and its ledger reconciles', async () => {
    api = await startTestApi({ DATABASE_URL: postgres.url });
    const service = <T>(type: new (...parameters: never[]) => T) => api.app.get(type, { strict: false });
    const { accountId, keyId, key } = await api.tenants.create('1');
    const keys = service(ApiKeys);
    // Enough for three requests, whichever keys of the family send them.
    await keys.update({ accountId, keyId, actor }, { dailyCapMicros: 1_800n });
    const rotated = await keys.rotate({ accountId, keyId, actor }, 3_600);
    await api.tenants.changeKey(rotated.id, 'name = name');
    const statuses = [];
    for (const used of [key, rotated.plaintext, key, rotated.plaintext])
      statuses.push((await api.get('/users/1001', used)).status);
    expect(statuses).toEqual([200, 200, 200, 402]);
    expect(await api.tenants.balanceMicros(accountId)).toBe(998_200n);
    const [{ id }] = await old.query(`SELECT id FROM transfers WHERE account_id = $1 AND kind = 'charge' LIMIT 1`, [
      accountId,
    ]);
    await service(Reversals).reverse({ entryId: id, note: 'test', actor });
    const query = { accountId, fromDay: '2000-01-01', toDay: '2999-12-31', interval: 'day', by: [] } as const;
    expect(await service(UsageTotals).list(query)).toMatchObject([{ chargedRequests: 3, chargedMicros: 1_800n }]);
    expect((await service(UsageTotals).spendByKeyFamily(accountId, [keyId])).get(keyId)).toMatchObject({
      todayMicros: 1_200n,
    });
    expect(await service(LedgerRepository).balances(old, [accountId])).toEqual(
      new Map([[accountId, expect.objectContaining({ balanceMicros: 998_800n })]]),
    );
    expect(await old.query('SELECT sum(balance_micros)::int AS sum FROM account_balances')).toEqual([{ sum: 0 }]);
    expect(await reconcile(old)).toEqual([]);
  });
});
