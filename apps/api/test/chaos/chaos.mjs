// Kills API processes and PostgreSQL again and again under load, then holds what the callers were told against the ledger.
// `npm run chaos` (fifty rounds, some minutes), or `node apps/api/test/chaos/chaos.mjs --rounds 6`. Exit code 1 when money is wrong.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Callers, History, race, untilKnown } from './callers.mjs';
import { playIn } from './installation.mjs';
import { failures, judge } from './verdict.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, callers: { type: 'string', default: '32' } },
});
const rounds = Number(values.rounds);

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
async function raceProcesses(installation) {
  const affordable = 40;
  let wrong = 0;
  for (const count of [2, 3]) {
    const customer = await installation.createCustomer();
    await installation.topUp(customer, 600n * BigInt(affordable), `race of ${count}`);
    const paid = await race(installation.servers.slice(0, count), customer.apiKey, affordable * 3);
    process.stdout.write(`race of ${count} processes: money for ${affordable}, ${paid} answered\n`);
    if (paid !== affordable) wrong++;
  }
  return wrong;
}

/** Plays all rounds, and gives the verdict. */
async function play(installation) {
  const { database, dataSource, servers } = installation;
  const [rich, poor] = [await installation.createCustomer(), await installation.createCustomer()];
  const toppedUp = [await installation.topUp(rich, 10n ** 12n, 'rich')];
  for (const { apiKey } of [rich, poor]) await untilKnown(servers, apiKey);

  const history = new History();
  const callers = new Callers(Number(values.callers), [rich, poor], servers, history);
  installation.whenDone(() => callers.stop());
  await killLoop(database, dataSource, servers, async (round) => {
    toppedUp.push(await installation.topUp(poor, 60_000n, `round ${round}`));
  });
  await callers.stop();
  const { report, ...money } = await judge(dataSource, history, toppedUp);
  await installation.startServer('api-3');
  const verdict = { ...money, 'races lost': await raceProcesses(installation) };
  for (const [name, count] of Object.entries(verdict)) process.stdout.write(`${name.padEnd(32)} ${count}\n`);
  const failed = failures(verdict);
  return failed.length > 0 ? [report, `money is wrong: ${failed.join(', ')}`] : [];
}

await playIn(['api-1', 'api-2'], {}, play);
process.stdout.write(`${rounds} rounds, nothing lost, nothing doubled\n`);
