// Strikes an installation under load with one fault after the other, and checks how it recovers.
import { countBy, paid, paths } from '../harness/load.mjs';
import { Machine } from '../harness/machine.mjs';
import { say } from '../harness/scenario.mjs';
import { untilReversed } from '../harness/verdict.mjs';

const maxRecoveryMs = 5_000;
const allowedStatuses = new Set([0, 200, 402, 403, 404, 502, 503, 504]);

export class Strikes {
  #judged = 0;

  /** @param perSecond the rate of the load */
  constructor(world, load, perSecond) {
    Object.assign(this, { world, load });
    /** A path is sent once a turn. One turn may pass while the breaker, after its pause of up to 4 s, admits only a few probes. */
    this.maxPathRecoveryMs = maxRecoveryMs + (2 * paths.length * 1_000) / perSecond;
    say(`${'part'.padEnd(14)} fault s, longest without a paid response s, recovered after s`);
  }

  /** Also checks that responses without a reported charge have none in the ledger. @returns the failures, in words */
  async play(fault) {
    const wrong = await this.#strike(fault);
    await this.world.untilWhole?.();
    const free = [...this.load.history.free].slice(this.#judged);
    this.#judged += free.length;
    const charged = await untilReversed(this.world.dataSource, free);
    if (charged.length > 0) wrong.push(`charged but reported free: ${charged}`);
    return wrong.map((text) => `${fault.part}, ${fault.name}: ${text}`);
  }

  async #strike({ part, name, paths: failing = [], strike }) {
    const { load } = this;
    const startedMs = performance.now();
    await strike();
    const endedMs = performance.now();
    const machine = await Machine.watch();
    const longest = async (recoveries) => Math.max(0, ...(await Promise.all(recoveries)));
    const [recoveredMs, pathsRecoveredMs] = await Promise.all([
      longest(this.world.servers.map((server) => load.untilPaid(server))),
      longest(failing.map((path) => load.untilPaid(undefined, path))),
    ]);
    const lateMs = machine.worst(endedMs);
    await machine.stop();
    const since = load.answers.filter(({ startedMs: at, tookMs }) => at + tookMs >= startedMs);
    const counts = countBy(since);
    const seconds = (time) => (time / 1_000).toFixed(1).padStart(6);
    const row = [
      part.padEnd(14),
      seconds(endedMs - startedMs),
      seconds(longestSilenceMs(since, startedMs)),
      seconds(Math.max(recoveredMs, pathsRecoveredMs)),
    ];
    say(`${row.join(' ')}  ${name}  ${JSON.stringify(counts)}`);
    const wrong = [];
    if (recoveredMs > maxRecoveryMs + lateMs) wrong.push(`recovered after ${Math.round(recoveredMs)} ms`);
    if (pathsRecoveredMs > this.maxPathRecoveryMs + lateMs)
      wrong.push(`its paths recovered after ${Math.round(pathsRecoveredMs)} ms`);
    const unexpected = Object.keys(counts).filter((status) => !allowedStatuses.has(Number(status)));
    if (unexpected.length > 0) wrong.push(`unexpected statuses ${unexpected.join(', ')}`);
    return wrong;
  }
}

function longestSilenceMs(answers, startedMs) {
  const good = answers.filter(({ status }) => paid.includes(status)).map((answer) => answer.startedMs + answer.tookMs);
  const times = [startedMs, ...good.sort((left, right) => left - right)];
  return Math.max(...times.slice(1).map((time, index) => time - times[index]));
}
