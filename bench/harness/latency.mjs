import { profileRequests } from './connection.mjs';
import { inTurns, median, printTable, show } from './figures.mjs';
import { openLoop } from './loops.mjs';

const perSecond = 1_000;
const rounds = 5;
const ms = 3_000;

/** Prints the latency at a rate that every peer can handle. @returns the reasons why the run is void, if any */
export async function measureLatency(peers) {
  process.stderr.write(`${perSecond} requests/s: ${peers.map(({ name }) => name).join(', ')}\n`);
  const voidReasons = [];
  const waits = await inTurns(peers, rounds, async ({ name, port, apiKeys }) => {
    const requests = profileRequests(5, apiKeys);
    const { latenciesMs, failures } = await openLoop({ port, requests, perSecond, ms });
    if (failures > 0) voidReasons.push(`${perSecond} requests/s: ${failures} requests to ${name} failed`);
    return median(latenciesMs);
  });
  const baseline = waits.get(peers[0].name);
  const added = (values) => values.map((value, round) => value - baseline[round]);
  const rows = [...waits].map(([name, values]) => {
    return [name, show(values, ' ms'), values === baseline ? '' : show(added(values), ' ms')];
  });
  printTable([[`5 KB at ${perSecond}/s`, 'median wait', 'added'], ...rows]);
  return voidReasons;
}
