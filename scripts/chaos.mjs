// Kills API processes and PostgreSQL again and again under load, then holds what the callers were told against the ledger.
// `npm run chaos` (fifty rounds, some minutes), or `node scripts/chaos.mjs --rounds 6`. Exit code 1 when money is wrong.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { api } from './chaos/built.mjs';
import { Callers, History } from './chaos/callers.mjs';
import { Database } from './chaos/database.mjs';
import { race, untilKnown } from './chaos/race.mjs';
import { ApiServer, freePort, startSimulator } from './chaos/servers.mjs';
import { failures, judge } from './chaos/verdict.mjs';

const { createDataSource } = api('database/data-source');
const { TopUps } = api('billing/top-ups');
const { apiKeyPrefix, generateApiKey, hashApiKey } = api('auth/api-key-format');

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, callers: { type: 'string', default: '32' } },
});
const rounds = Number(values.rounds);
const actor = { userId: null, label: 'chaos', address: null };

async function createCustomer(dataSource) {
  const apiKey = generateApiKey();
  const [{ id }] = await dataSource.query(
    `INSERT INTO accounts (kind, name) VALUES ('customer', 'Chaos') RETURNING id`,
  );
  await dataSource.query(`INSERT INTO api_keys (account_id, hash, prefix, name) VALUES ($1, $2, $3, 'chaos')`, [
    id,
    hashApiKey(apiKey),
    apiKeyPrefix(apiKey),
  ]);
  return { accountId: Number(id), apiKey };
}

/** Tops up under one idempotency key until it is acknowledged, however often the database dies meanwhile. */
async function topUp(dataSource, accountId, amountMicros, idempotencyKey) {
  const topUps = new TopUps(dataSource, 10n ** 15n);
  for (;;) {
    try {
      await topUps.credit({ accountId, amountMicros, note: idempotencyKey, idempotencyKey, actor });
      return idempotencyKey;
    } catch {
      await sleep(100);
    }
  }
}

async function killLoop(database, dataSource, servers, eachRound) {
  const victims = [
    ['an API process', () => servers[0].kill()],
    ['PostgreSQL', () => database.kill()],
    ['the other API process', () => servers[1].kill()],
    ['a server process of PostgreSQL', () => database.killBackend(dataSource)],
    [
      'both API processes and PostgreSQL',
      () => Promise.all([database.kill(), ...servers.map((server) => server.kill())]),
    ],
  ];
  for (let round = 1; round <= rounds; round++) {
    const [name, kill] = victims[(round - 1) % victims.length];
    await sleep(200 + Math.random() * 600);
    const toppedUp = eachRound(round);
    await kill();
    for (const server of servers) {
      if (server.hasDied)
        throw new Error(`${server.name} did not survive the death of ${name}; its log is ${server.log}`);
      await server.untilHealthy();
    }
    await toppedUp;
    process.stdout.write(`round ${round}/${rounds}: killed ${name}\n`);
  }
  await sleep(1_000);
}

/** With money for `affordable` answers and three times as many asked for at once, exactly so many are given, on two and on three processes. */
async function raceProcesses(dataSource, servers) {
  const affordable = 40;
  let wrong = 0;
  for (const count of [2, 3]) {
    const { accountId, apiKey } = await createCustomer(dataSource);
    await topUp(dataSource, accountId, 600n * BigInt(affordable), `race of ${count}`);
    const paid = await race(servers.slice(0, count), apiKey, affordable * 3);
    process.stdout.write(`race of ${count} processes: money for ${affordable}, ${paid} answered\n`);
    if (paid !== affordable) wrong++;
  }
  return wrong;
}

/** Starts everything, plays all rounds, and gives the verdict. `whenDone` takes what ends a part again. */
async function run(directory, whenDone) {
  const database = await Database.start(directory);
  whenDone(() => database.stop());
  const simulator = await startSimulator(directory);
  whenDone(() => simulator.stop());
  const variables = {
    ...simulator.variables,
    DATABASE_URL: database.url,
    DATA_DIR: directory,
    HOST: '127.0.0.1',
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_SECOND: '10000',
  };
  const startServer = async (name) => {
    const server = new ApiServer(
      name,
      await freePort(),
      { ...variables, MANAGEMENT_PORT: await freePort() },
      directory,
    );
    whenDone(() => server.stop());
    await server.start();
    return server;
  };
  const servers = [await startServer('api-1'), await startServer('api-2')];
  const dataSource = await createDataSource(database.url, 4).initialize();
  whenDone(() => dataSource.destroy());
  const [rich, poor] = [await createCustomer(dataSource), await createCustomer(dataSource)];
  const toppedUp = [await topUp(dataSource, rich.accountId, 10n ** 12n, 'rich')];
  for (const { apiKey } of [rich, poor]) await untilKnown(servers, apiKey);

  const history = new History();
  const callers = new Callers(Number(values.callers), [rich, poor], servers, history);
  whenDone(() => callers.stop());
  await killLoop(database, dataSource, servers, async (round) => {
    toppedUp.push(await topUp(dataSource, poor.accountId, 60_000n, `round ${round}`));
  });
  await callers.stop();
  const verdict = await judge(dataSource, history, toppedUp);
  servers.push(await startServer('api-3'));
  return { ...verdict, 'races lost': await raceProcesses(dataSource, servers) };
}

async function main() {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-chaos-'));
  const ends = [];
  const endAll = async () => {
    for (let end = ends.pop(); end; end = ends.pop()) await end();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      await endAll();
      rmSync(directory, { recursive: true, force: true });
      process.exit(130);
    });
  }
  const { report, ...verdict } = await run(directory, (end) => ends.push(end)).finally(endAll);
  for (const [name, count] of Object.entries(verdict)) process.stdout.write(`${name.padEnd(32)} ${count}\n`);
  const failed = failures(verdict);
  if (failed.length > 0) {
    process.stdout.write(`${report}\nmoney is wrong: ${failed.join(', ')}; logs and data are in ${directory}\n`);
    process.exit(1);
  }
  rmSync(directory, { recursive: true, force: true });
  process.stdout.write(`${rounds} rounds, nothing lost, nothing doubled\n`);
}

await main();
