import { closedLoop } from './loops.mjs';
import { ratios, row } from './rows.mjs';

/** Past this difference between its first and its last round, the baseline says that the machine was busy with other things. */
const steadiness = 0.2;

/** As many requests for each, because compilers go by calls and not by time; a slow peer gets as many as fit. */
const warmUp = { requests: 20_000, ms: 12_000 };

const figures = [
  { of: 'cpuMicros', label: 'CPU per request', unit: 'µs' },
  { of: 'perSecond', label: 'requests per second', unit: '1/s' },
];

export class Comparison {
  /** By peer, one element a round: CPU time of its process per request, and requests per second. */
  results = new Map();
  /** Why it says nothing, one sentence each; empty when it does. */
  faults = [];

  /**
   * Goes round the peers A B C … A B C with a closed loop on each, after a warm-up.
   * @param peers the first one is the baseline.
   */
  static async of(peers, request, { rounds, ms, connections = 32 }) {
    const comparison = new Comparison();
    for (const peer of peers) {
      comparison.results.set(peer.name, []);
      await comparison.measure(peer, request, { ...warmUp, connections });
    }
    for (let round = 0; round < rounds; round++) {
      for (const peer of peers) {
        const result = await comparison.measure(peer, request, { ms, connections });
        comparison.results.get(peer.name).push(result);
      }
    }
    comparison.checkSteadiness(peers[0].name);
    return comparison;
  }

  /** Every peer's figures, and those of `ours` against each other peer's, round by round. */
  rows(title, ours) {
    const names = [...this.results.keys()];
    return figures.flatMap(({ of, label, unit }) => {
      const values = (name) => this.results.get(name).map((result) => result[of]);
      const own = names.map((name) => row(`${title}, ${label}: ${name}`, unit, values(name)));
      const against = names
        .filter((name) => name !== ours)
        .map((name) => row(`${title}, ${label}: ${ours} / ${name}`, 'ratio', ratios(values(ours), values(name))));
      return [...own, ...against];
    });
  }

  async measure(peer, request, load) {
    const before = await peer.cpuMicros();
    const { answers, failures, seconds } = await closedLoop({ port: peer.port, request, ...load });
    const cpuMicros = ((await peer.cpuMicros()) - before) / answers;
    if (failures > 0) this.faults.push(`${failures} of ${answers} answers of ${peer.name} were not a 2xx`);
    return { cpuMicros, perSecond: answers / seconds };
  }

  checkSteadiness(name) {
    const [first, last] = [0, -1].map((round) => this.results.get(name).at(round).perSecond);
    if (Math.abs(last / first - 1) <= steadiness) return;
    this.faults.push(
      `${name} did ${first.toFixed(0)} requests/s in its first round and ${last.toFixed(0)} in its last`,
    );
  }
}
