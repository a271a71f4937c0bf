// Samples the resources of an installation while no request is in flight: what it holds then is retained.

export class Samples {
  /** Series name → `[minutes, value]` points. */
  series = new Map();
  #startedMs = performance.now();

  constructor({ servers, database }, redis) {
    Object.assign(this, { servers, database, redis });
  }

  /** Records the event-loop delay under load. `take` uses the shortest delay. All other samples are taken at rest. */
  async watchDelay() {
    for (const server of this.servers) {
      const { nodejs_eventloop_lag_p50_seconds: seconds } = await server.metrics();
      const delays = this.#delays.get(server) ?? [];
      this.#delays.set(server, [...delays, seconds * 1_000]);
    }
  }

  async take() {
    await Promise.all(this.servers.map((server) => this.#takeOf(server)));
    this.#delays.clear();
    const [{ count }] = await this.database.query(
      `SELECT count(*)::int FROM pg_stat_activity WHERE application_name LIKE 'loupe%'`,
    );
    this.#add('PostgreSQL connections', count);
    if (this.redis) this.#add('Redis keys', await this.redis.client.dbsize());
  }

  #delays = new Map();

  async #takeOf(server) {
    server.signal('SIGUSR2');
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
