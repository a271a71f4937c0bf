import assert from 'node:assert/strict';
import { until } from '../../stack/part.mjs';

const charge = async (loupe) => {
  const answer = await loupe.ask('/users/1001', { key: loupe.customer.keys[1] });
  assert.equal(answer.status, 200, answer.body);
};

/** A time between two charges to restore to, and its balance. */
async function noteMoment(loupe) {
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
    'After a start of PostgreSQL, what is written is archived within a minute or so, without being asked.',
    async (loupe) => {
      const archived = `SELECT 1 FROM pg_stat_archiver WHERE last_archived_time > '${loupe.databaseKilled}'`;
      await until('WAL to be archived', () => loupe.query(archived), 100_000);
    },
  ],
  [
    'A base backup is made while callers are served.',
    async (loupe) => {
      await loupe.follow('backup-and-restore', 'Back up');
      loupe.early = await noteMoment(loupe);
    },
  ],
  [
    'A restore gives the balance of its moment, and archiving goes on.',
    async (loupe) => {
      await restore(loupe, loupe.early);
      loupe.late = await noteMoment(loupe);
    },
  ],
  [
    'A second restore of the same backup reaches a moment after the first restore.',
    (loupe) => restore(loupe, loupe.late),
  ],
  [
    'What is stopped as a whole comes back with the same balance and the same certificate.',
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
