import { coreTimes } from './cores.mjs';
import { closedLoop } from './loops.mjs';
import { median, ratios, row } from './rows.mjs';

/** Past this difference between the first and the last third of its rounds, the baseline says that the machine was busy with other things. */
const steadiness = 0.2;

/** As many requests for each, because compilers go by calls and not by time; a slow peer gets as many as fit. */
const warmUp = { first: { requests: 100_000, ms: 20_000 }, again: { requests: 15_000, ms: 8_000 } };

const warm = new WeakSet();

/** A core that is idle for longer could have done more. */
const busyShare = 0.9;

const figures = [
  { of: 'cpuMicros', label: 'CPU per request', unit: 'µs' },
  { of: 'systemMicros', label: 'CPU per request in the kernel', unit: 'µs', isAlone: true },
  { of: 'perSecond', label: 'requests per second', unit: '1/s' },
];

/**
 * What contestants, `{name, peer, request, connections}`, do in closed loops, in rounds that are short and many: a machine that is
 * disturbed for a while spoils some of them for all.
 */
export class Comparison {
  /** By contestant, one element a round. */
  results = new Map();
  /** Why it says nothing, one sentence each; empty when it does. */
  faults = [];

  constructor(title) {
    this.title = title;
  }

  /** Goes round the contestants A B C … A B C, after a warm-up; the first is the baseline. More rounds may follow, by other processes. */
  async measure(contestants, { rounds, ms }) {
    process.stderr.write(`${this.title}: ${contestants.map(({ name }) => name).join(', ')}\n`);
    for (const contestant of contestants) {
      await this.#run(contestant, warm.has(contestant.peer) ? warmUp.again : warmUp.first);
      warm.add(contestant.peer);
    }
    for (let round = 0; round < rounds; round++) {
      for (const contestant of contestants) {
        const { name } = contestant;
        this.results.set(name, [...(this.results.get(name) ?? []), await this.#run(contestant, { ms })]);
      }
    }
    this.#checkSteadiness(contestants[0].name, rounds);
    return this;
  }

  /** Everybody's figures, and those of `ours` against each other's, or of each against `ours`, round by round. */
  rows(ours, { isOfOne = false } = {}) {
    const names = [...this.results.keys()];
    const others = names.filter((name) => name !== ours);
    return figures.flatMap(({ of, label, unit, isAlone }) => {
      const values = (name) => this.results.get(name).map((result) => result[of]);
      const own = names.map((name) =>
        row(`${this.title}, ${label}${of === 'perSecond' ? this.#idle(name) : ''}: ${name}`, unit, values(name)),
      );
      if (isAlone) return own;
      const against = others.map((name) =>
        isOfOne
          ? row(`${this.title}, ${label}: ${name} / ${ours}`, 'ratio', ratios(values(name), values(ours)))
          : row(`${this.title}, ${label}: ${ours} / ${name}`, 'ratio', ratios(values(ours), values(name))),
      );
      return [...own, ...against];
    });
  }

  /** What is said of a figure that is no throughput. */
  #idle(name) {
    const shares = this.results.get(name).map(({ serverBusy }) => serverBusy);
    const share = median(shares);
    return share >= busyShare ? '' : ` (its core was busy for ${Math.round(share * 100)} %)`;
  }

  async #run({ name, peer, request, connections = 32 }, load) {
    const [cpuBefore, coresBefore] = [await peer.cpuMicros(), coreTimes()];
    const { answers, failures, seconds } = await closedLoop({ port: peer.port, request, connections, ...load });
    const coresAfter = coreTimes();
    const cpu = await peer.cpuMicros();
    if (failures > 0) this.faults.push(`${failures} of ${answers} answers of ${name} were not a 2xx`);
    const [systemMicros, userMicros] = [cpu.system - cpuBefore.system, cpu.user - cpuBefore.user];
    return {
      cpuMicros: (systemMicros + userMicros) / answers,
      systemMicros: systemMicros / answers,
      perSecond: answers / seconds,
      serverBusy: coresAfter
        ? (coresAfter[0].busy - coresBefore[0].busy) / (coresAfter[0].total - coresBefore[0].total)
        : (systemMicros + userMicros) / 1e6 / seconds,
    };
  }

  #checkSteadiness(name, rounds) {
    const third = Math.max(1, Math.floor(rounds / 3));
    const last = this.results.get(name).slice(-rounds);
    const [before, after] = [last.slice(0, third), last.slice(-third)].map((part) =>
      median(part.map(({ perSecond }) => perSecond)),
    );
    if (Math.abs(after / before - 1) <= steadiness) return;
    this.faults.push(`${name} did ${before.toFixed(0)} requests/s at first and ${after.toFixed(0)} at last`);
  }
}
