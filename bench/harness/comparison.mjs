import { profileRequests } from './connection.mjs';
import { driftOf, inTurns, median, printTable, ratios, show, valuesOf } from './figures.mjs';
import { closedLoop } from './loops.mjs';

const roundMs = 1_000;
// In milliseconds; a new process needs longer until its code is compiled.
const warmUpMs = { first: 10_000, again: 3_000 };
const warm = new WeakSet();

/** Measures peers with 32 callers that send requests without a pause. The first peer is the baseline. */
export class Comparison {
  #results = new Map();
  #voidReasons = [];

  constructor(kilobytes) {
    this.kilobytes = kilobytes;
    this.title = `${kilobytes} KB`;
  }

  async measure(peers, rounds) {
    process.stderr.write(`${this.title}: ${peers.map(({ name }) => name).join(', ')}\n`);
    for (const peer of peers) {
      await this.#run(peer, warm.has(peer) ? warmUpMs.again : warmUpMs.first);
      warm.add(peer);
    }
    const results = await inTurns(peers, rounds, (peer) => this.#run(peer, roundMs));
    for (const [name, more] of results) this.#results.set(name, [...(this.#results.get(name) ?? []), ...more]);
    for (const member of ['cpuMicros', 'perSecond'])
      this.#voidReasons.push(...driftOf(`${this.title}, ${peers[0].name}`, member, results.get(peers[0].name)));
  }

  report(ours) {
    const ownCpu = valuesOf(this.#results.get(ours), 'cpuMicros');
    const rows = [...this.#results].map(([name, results]) => {
      const cpu = valuesOf(results, 'cpuMicros');
      const used = `${Math.round(median(valuesOf(results, 'busy')) * 100)} %`;
      const ratio = name === ours ? '' : show(ratios(ownCpu, cpu));
      return [name, show(cpu, ' µs'), ratio, show(valuesOf(results, 'perSecond')), used];
    });
    printTable([[this.title, 'CPU per request', `${ours} / this row`, 'requests per second', 'CPU used'], ...rows]);
    return this.#voidReasons;
  }

  async #run(peer, ms) {
    const before = await peer.cpuMicros();
    const requests = profileRequests(this.kilobytes, peer.apiKeys);
    const { answers, failures, seconds } = await closedLoop({ port: peer.port, requests, ms });
    const micros = (await peer.cpuMicros()) - before;
    if (failures > 0)
      this.#voidReasons.push(`${this.title}: ${failures} of ${answers} responses of ${peer.name} were not a 2xx`);
    return { cpuMicros: micros / answers, perSecond: answers / seconds, busy: micros / 1e6 / seconds };
  }
}
