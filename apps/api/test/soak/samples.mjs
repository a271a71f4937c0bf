// Samples the resources of a world while no request is in flight: what it holds then is retained.
import { Redis } from '../harness/product.mjs';
import { say } from '../harness/scenario.mjs';
import { heldIn, verdictOn } from './trend.mjs';

const isMemory = (kind) => kind === 'heap' || kind === 'memory';
const leaking = ['heap', 'memory', 'descriptors'];

export class Samples {
  /** Series name → `[minutes, value]` points. */
  series = new Map();
  #startedMs = performance.now();

  #redis;

  constructor(world) {
    this.world = world;
    if (!world.redis) return;
    this.#redis = new Redis(world.redis.url).on('error', () => undefined);
    world.whenDone(() => this.#redis.disconnect());
  }

  /** Records the event-loop delay under load. `take` uses the shortest delay. All other samples are taken at rest. */
  async watchDelay() {
    for (const server of this.world.servers) {
      const { nodejs_eventloop_lag_p50_seconds: seconds } = await server.metrics();
      const delays = this.#delays.get(server) ?? [];
      this.#delays.set(server, [...delays, seconds * 1_000]);
    }
  }

  async take() {
    await Promise.all(this.world.servers.map((server) => this.#takeOf(server)));
    this.#delays.clear();
    const { connections } = await this.world.resources();
    this.#add(
      'PostgreSQL connections',
      Object.values(connections).reduce((sum, count) => sum + count, 0),
    );
    if (this.#redis) this.#add('Redis keys', await this.#redis.dbsize());
  }

  /**
   * Decides for each series whether it grows, and prints it.
   * @param bounds by a word of the name, how much a value may grow in a minute; @param warmUpShare the share of the run to ignore;
   * @param control the name of the process that leaks on purpose. @returns the failures, in words
   */
  judge(bounds, warmUpShare, control) {
    const wrong = [];
    say(`${'value'.padEnd(32)} ${'first'.padStart(9)} ${'last'.padStart(9)}  slope per minute, limit`);
    for (const [name, points] of this.series) {
      const last = points.at(-1);
      const later = points.filter(([minutes]) => minutes >= last[0] * warmUpShare);
      const kind = Object.keys(bounds).find((word) => name.includes(word));
      const { slope, margin, verdict } = verdictOn(isMemory(kind) ? heldIn(later) : later, bounds[kind]);
      const expected = name.startsWith(control) && leaking.includes(kind) ? 'rises' : 'flat';
      const text = `${slope.toFixed(3)} ± ${margin.toFixed(3)}, ${bounds[kind]}: ${verdict}`;
      const [before, after] = [later[0][1], last[1]].map((value) => value.toFixed(1).padStart(9));
      say(`${name.padEnd(32)} ${before} ${after}  ${text}${expected === 'rises' ? ' (leaks)' : ''}`);
      // Ignores other series of the control: its leak slows its event loop, too.
      if (verdict !== expected && !(name.startsWith(control) && expected === 'flat'))
        wrong.push(
          `${name}: ${verdict} instead of ${expected}: ${text}; ${later.map(([, value]) => Math.round(value))}`,
        );
    }
    return wrong;
  }

  #delays = new Map();

  async #takeOf(server) {
    process.kill(server.pid, 'SIGUSR2');
    const metrics = await server.metrics();
    this.#add(`${server.name} event-loop delay ms`, Math.min(...this.#delays.get(server)));
    const { nodejs_heap_size_used_bytes: used, nodejs_heap_size_total_bytes: reserved } = metrics;
    this.#add(`${server.name} heap MiB`, used / 2 ** 20);
    // Leaves out unused heap, because the young generation varies by 32 MiB.
    this.#add(`${server.name} memory MiB`, (metrics.process_resident_memory_bytes - reserved + used) / 2 ** 20);
    this.#add(`${server.name} descriptors`, server.resources.descriptors);
  }

  #add(name, value) {
    if (!this.series.has(name)) this.series.set(name, []);
    this.series.get(name).push([(performance.now() - this.#startedMs) / 60_000, value]);
  }
}
