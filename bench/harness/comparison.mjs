import { coreTimes } from './cores.mjs';
import { closedLoop } from './loops.mjs';
import { median, ratios, row } from './rows.mjs';

/** A round in which the baseline moved by more says something of the machine, and nothing of the contestants. */
const steadiness = 0.2;

/** How many rounds may be tried for one that is wanted. */
const triesPerRound = 1.5;

/**
 * As many requests for each, because compilers go by calls and not by time; a slow peer gets as many as fit. `first` is for each process,
 * and for what goes another way through its code; `again` for other sizes.
 */
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
 * What contestants, `{name, peer, request, connections, isOtherWay}`, do in closed loops, in rounds that are short and many. Ratios are
 * taken round by round, so the machine may change between rounds; those in which it changed are left out for all.
 */
export class Comparison {
  /** By contestant, one element for each round that counts. */
  results = new Map();
  #faults = [];
  #wanted = 0;
  #counted = 0;
  #leftOut = 0;

  constructor(title) {
    this.title = title;
  }

  /** Why it says nothing, one sentence each; empty when it does. */
  get faults() {
    if (this.#counted >= this.#wanted / 2) return this.#faults;
    const few = `${this.#counted} of ${this.#wanted} rounds count: in ${this.#leftOut}, the baseline moved by more than a fifth`;
    return [...this.#faults, few];
  }

  /**
   * Goes round the contestants A B C A B C … A, after a warm-up of at most `warmUpMs` each. A, the baseline, ends each round and begins the
   * next. More rounds may follow, by other processes.
   */
  async measure(contestants, { rounds, ms, warmUpMs = Number.POSITIVE_INFINITY }) {
    process.stderr.write(`${this.title}: ${contestants.map(({ name }) => name).join(', ')}\n`);
    for (const contestant of contestants) await this.#warmUp(contestant, warmUpMs);
    const [baseline, ...others] = contestants;
    const enough = this.#counted + rounds;
    this.#wanted += rounds;
    let atStart = await this.#run(baseline, { ms });
    for (let tries = triesPerRound * rounds; tries >= 1 && this.#counted < enough; tries--) {
      const round = [[baseline.name, atStart]];
      for (const contestant of others) round.push([contestant.name, await this.#run(contestant, { ms })]);
      const atEnd = await this.#run(baseline, { ms });
      if (Math.abs(atEnd.perSecond / atStart.perSecond - 1) <= steadiness) this.#count(round);
      else this.#leftOut++;
      atStart = atEnd;
    }
    return this;
  }

  /** Everybody's figures, and those of `ours` against each other's, or of each against `ours`, round by round. */
  rows(ours, { isOfOne = false } = {}) {
    const names = [...this.results.keys()];
    const others = names.filter((name) => name !== ours);
    const leftOut = row(`${this.title}, rounds left out, of ${this.#counted + this.#leftOut}`, '', [this.#leftOut]);
    const rows = figures.flatMap(({ of, label, unit, isAlone }) => {
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
    return [...rows, leftOut];
  }

  /** What is said of a figure that is no throughput. */
  #idle(name) {
    const shares = this.results.get(name).map(({ serverBusy }) => serverBusy);
    const share = median(shares);
    return share >= busyShare ? '' : ` (its core was busy for ${Math.round(share * 100)} %)`;
  }

  async #warmUp(contestant, longestMs) {
    const { name, peer, isOtherWay } = contestant;
    const load = warm.has(peer) && !isOtherWay ? warmUp.again : warmUp.first;
    const { answers } = await this.#run(contestant, { ...load, ms: Math.min(load.ms, longestMs) });
    warm.add(peer);
    if (answers < load.requests)
      process.stderr.write(`${this.title}: ${name} was warmed up by ${answers} requests instead of ${load.requests}\n`);
  }

  #count(round) {
    this.#counted++;
    for (const [name, result] of round) this.results.set(name, [...(this.results.get(name) ?? []), result]);
  }

  async #run({ name, peer, request, connections = 32 }, load) {
    const [cpuBefore, coresBefore] = [await peer.cpuMicros(), coreTimes()];
    const { answers, failures, seconds } = await closedLoop({ port: peer.port, request, connections, ...load });
    const coresAfter = coreTimes();
    const cpu = await peer.cpuMicros();
    if (failures > 0) this.#faults.push(`${failures} of ${answers} answers of ${name} were not a 2xx`);
    const [systemMicros, userMicros] = [cpu.system - cpuBefore.system, cpu.user - cpuBefore.user];
    return {
      answers,
      cpuMicros: (systemMicros + userMicros) / answers,
      systemMicros: systemMicros / answers,
      perSecond: answers / seconds,
      serverBusy: coresAfter
        ? (coresAfter[0].busy - coresBefore[0].busy) / (coresAfter[0].total - coresBefore[0].total)
        : (systemMicros + userMicros) / 1e6 / seconds,
    };
  }
}
