import assert from 'node:assert/strict';
import { until } from '../../harness/part.mjs';

const charge = async (loupe) => {
  const answer = await loupe.call('/users/1001', { key: loupe.customer.keys[1] });
  assert.equal(answer.status, 200, answer.body);
};

/** @returns a time between two charges, to restore to, and the balance at that time. */
async function recordMoment(loupe) {
  await charge(loupe);
  const balance = await loupe.balanceMicros(loupe.customer);
  const time = await loupe.query('SELECT clock_timestamp()');
  await charge(loupe);
  return { time, balance };
}

async function restore(loupe, { time, balance }) {
  await loupe.follow('backup-and-restore', 'Restore', (commands) =>
    commands.replace(/RESTORE_TIME='[^']*'/, `RESTORE_TIME='${time}'`),
  );
  assert.equal(await loupe.balanceMicros(loupe.customer), balance);
  await loupe.trustProxy();
  await charge(loupe);
  await untilArchived(loupe);
}

async function untilArchived(loupe) {
  const segment = await loupe.query('SELECT pg_walfile_name(pg_switch_wal())');
  await until(`${segment} to be archived`, () =>
    loupe.query(`SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= '${segment}' AND failed_count = 0`),
  );
}

export const restoring = [
  [
    'After PostgreSQL restarts, its WAL is archived automatically, within about a minute.',
    async (loupe) => {
      const archived = `SELECT 1 FROM pg_stat_archiver WHERE last_archived_time > '${loupe.databaseKilled}'`;
      await until('WAL to be archived', () => loupe.query(archived), 100_000);
    },
  ],
  [
    'A base backup can be made while Loupe runs.',
    async (loupe) => {
      await loupe.follow('backup-and-restore', 'Back up');
      loupe.early = await recordMoment(loupe);
    },
  ],
  [
    'A restore brings back the balance of the chosen time, and archiving continues.',
    async (loupe) => {
      await restore(loupe, loupe.early);
      loupe.late = await recordMoment(loupe);
    },
  ],
  [
    'A second restore of the same backup can choose a time after the first restore.',
    (loupe) => restore(loupe, loupe.late),
  ],
  [
    'After all containers are removed and started, the balance and the certificate are the same.',
    async (loupe) => {
      const before = [await loupe.balanceMicros(loupe.customer), loupe.ca];
      await loupe.compose(['down']);
      await loupe.compose(['up', '--detach', '--wait']);
      await loupe.trustProxy();
      assert.deepEqual([await loupe.balanceMicros(loupe.customer), loupe.ca], before);
      assert.match(await loupe.loupe('reconcile'), /^0 differences/m);
    },
  ],
];
