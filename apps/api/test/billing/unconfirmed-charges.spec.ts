import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres';
import { openDatabase } from '../../src/platform/database/open-database';
import { until } from '../support/until';
import { createAccount, createQueue, usageRecord } from './charge-fixtures';

describe('a charge while the synchronous standby is lost', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-unconfirmed-'));
  let server: EmbeddedPostgres;
  let dataSource: DataSource;
  let charging: ReturnType<typeof createQueue>;
  beforeAll(async () => {
    server = await EmbeddedPostgres.start(directory, ['fsync=off'], process.env.POSTGRES_PROGRAMS);
    dataSource = await openDatabase(server.url, 2);
    charging = createQueue(server.url, undefined, undefined, false);
  });
  afterAll(async () => {
    await charging.queue.close();
    await dataSource.destroy();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  async function setStandby(name: string): Promise<void> {
    await dataSource.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await dataSource.query('SELECT pg_reload_conf()');
  }

  /**
   * Makes commits wait for a standby that does not exist. Returns once a commit waits, because sessions learn of the
   * setting before the checkpointer applies it.
   */
  async function loseStandby(): Promise<void> {
    await setStandby('lost');
    const waiting = async () => await dataSource.query(`SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
    let isLost = false;
    const commit = async () => {
      while (!isLost) await dataSource.query(`SELECT pg_logical_emit_message(true, 'test', '')`);
    };
    // The last commit ends when the standby is reset, or fails when the server stops.
    void commit().catch(() => undefined);
    await until('a commit waits for the standby', async () => (await waiting()).length > 0).finally(
      () => (isLost = true),
    );
  }

  it('is not acknowledged although the primary has committed it, and is reported as a late commit', async () => {
    const accountId = await createAccount(dataSource, 6_000n);
    const { queue, lateCommits } = charging;
    await queue.charge(usageRecord(accountId));
    await loseStandby();
    const record = usageRecord(accountId);
    await expect(queue.charge(record)).rejects.toMatchObject({ code: 'service_unavailable' });
    // By then the charging session has been terminated, and its commit is visible.
    expect(await dataSource.query('SELECT FROM transfers WHERE id = $1', [record.requestId])).toHaveLength(1);
    await setStandby('');
    await until('the late commit is found', () => lateCommits.includes(record.requestId));
  });
});
