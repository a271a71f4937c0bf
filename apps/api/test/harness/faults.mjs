// What a scenario does to the parts of a world. Each resolves when the part itself has recovered.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './part.mjs';

export async function killFor(part, ms) {
  await part.kill();
  await sleep(ms);
  await part.start();
}

/** @param more what must be over, too, before the part goes on */
export async function hangFor(part, ms, more) {
  part.pause();
  await Promise.all([sleep(ms), more]);
  part.resume();
}

/** Delays all traffic: stops the part for 300 ms at a time. */
export async function stutterFor(part, ms) {
  for (const endMs = performance.now() + ms; performance.now() < endMs; ) {
    await hangFor(part, 300);
    await sleep(100);
  }
}

/** Fills the disk of a folder to the last byte, also space that is freed meanwhile. */
export async function fillFor(folder, ms) {
  const files = join(folder, 'full');
  mkdirSync(files);
  for (const endMs = performance.now() + ms; performance.now() < endMs; await sleep(500)) {
    const { bsize, bavail } = statfsSync(folder);
    if (bavail > 0) spawnSync('fallocate', ['-l', `${bsize * bavail}`, join(files, `${performance.now()}`)]);
  }
  rmSync(files, { recursive: true });
}

async function endFor(database, end, ms, more) {
  await database.refuse();
  await database[end]();
  await Promise.all([sleep(ms), more]);
  await database.start();
  await database.accept();
}

/** Each makes an embedded database unavailable for some time and until `more` resolves, and then restores it. */
export const outages = {
  kill: (database, ms, more) => endFor(database, 'kill', ms, more),
  stop: (database, ms, more) => endFor(database, 'stop', ms, more),
  async refuse(database, ms, more) {
    await database.refuse();
    await Promise.all([sleep(ms), more]);
    await database.accept();
  },
  /** Like a failover to a standby that is not promoted yet. */
  async readonly(database, ms, more) {
    const setting = 'default_transaction_read_only';
    await database.query(`ALTER DATABASE loupe SET ${setting} = on`);
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'loupe%' AND pid <> pg_backend_pid()`,
    );
    await Promise.all([sleep(ms), more]);
    const operator = await database.connect();
    await operator.query(`SET ${setting} = off`);
    await operator.query(`ALTER DATABASE loupe RESET ${setting}`);
    await operator.end();
  },
  hang: hangFor,
  /** Other clients hold every connection, including those that Loupe loses. */
  async crowd(database, ms) {
    const leave = await database.crowd(ms);
    await leave();
  },
  /** Writes fail. The server may shut down; it is started again once there is space. */
  async full(database, ms) {
    await fillFor(database.folder, ms);
    if (await database.hasEnded()) await database.start();
  },
};

/**
 * Restarts the processes in turn, each at least once, until the callers have received so many responses.
 * @param isBack whether the proxy uses a process again. @returns the number of restarts, and the responses
 */
export async function restartInTurn(servers, load, requests, isBack) {
  const before = load.answers.length;
  let restarts = 0;
  while (restarts < servers.length || load.answers.length - before < requests) {
    const server = servers[restarts++ % servers.length];
    await server.restart();
    await until(`the proxy to use ${server.name}`, () => isBack(server));
  }
  return { restarts, answers: load.answers.slice(before) };
}
