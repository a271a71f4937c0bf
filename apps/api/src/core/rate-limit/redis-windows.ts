import { once } from 'node:events';
import { Cluster, Command, Redis, type RedisOptions } from 'ioredis';
import { withTimeout } from '../../platform/promises';
import { type RateDecision, windowMs } from './rate-store';

/** How long a request waits for Redis. */
const defaultDeadlineMs = 50;

/**
 * `SlidingWindow` in Redis, in one call. KEYS[1]: list of the times of admitted requests in microseconds, oldest first.
 * ARGV: limit, window in microseconds, number of requests. Returns {1 if admitted, remaining, microseconds to wait}.
 * Uses the server's clock, the same for all processes. If the clock was set back, the recorded times move back with it, so
 * that no key exceeds its limit or waits for the clock to catch up.
 */
export const windowScript = `
local key, limit, window, requests = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local function text(time) return string.format('%.0f', time) end

local ahead = (tonumber(redis.call('LINDEX', key, -1) or 0)) - now
if ahead > 0 then
  local times = redis.call('LRANGE', key, 0, -1)
  redis.call('DEL', key)
  for _, time in ipairs(times) do redis.call('RPUSH', key, text(time - ahead)) end
end

local oldest = tonumber(redis.call('LINDEX', key, 0))
while oldest and oldest <= now - window do
  redis.call('LPOP', key)
  oldest = tonumber(redis.call('LINDEX', key, 0))
end

local count = redis.call('LLEN', key)
local leaving = math.min(count, math.max(0, count + requests - limit))
local admitted = count + requests <= limit and 1 or 0
if admitted == 1 then
  for _ = 1, requests do count = redis.call('RPUSH', key, text(now)) end
  redis.call('PEXPIRE', key, math.ceil(window / 1000))
end
local wait = count == 0 and window or tonumber(redis.call('LINDEX', key, math.max(0, leaving - 1))) + window - now
return { admitted, math.max(0, limit - count), wait }
`;

interface WindowCommands {
  takeFromWindow(
    key: string,
    limit: number,
    windowMicroseconds: number,
    requests: number,
  ): Promise<[0 | 1, number, number]>;
}

const options = {
  lazyConnect: true,
  // If Redis cannot decide now, the process decides, so nothing is queued or sent twice.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  // Replaces a connection whose other end has vanished.
  socketTimeout: 2_000,
  // A primary that became a replica refuses writes, so look for the new primary.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  scripts: { takeFromWindow: { lua: windowScript, numberOfKeys: 1 } },
} satisfies RedisOptions;

/** The windows of all key families, in Redis or Valkey, single or cluster. */
export class RedisWindows {
  private readonly seed: Redis;
  private cluster: Cluster | undefined;
  private clusterDetection = Promise.resolve();

  constructor(
    url: string,
    private readonly deadlineMs = defaultDeadlineMs,
  ) {
    this.seed = new Redis(url, { ...options, retryStrategy: (times) => Math.min(times * 50, 500) });
    // Without a listener ioredis prints each failed attempt.
    this.seed.on('error', () => undefined);
    this.seed.on('ready', () => {
      this.clusterDetection = this.clusterDetection.then(() => this.followCluster());
    });
  }

  /** Resolves after the first attempt, even if it failed. Further attempts are automatic. */
  async connect(): Promise<void> {
    await this.seed.connect().catch(() => undefined);
    await this.clusterDetection;
  }

  close(): void {
    this.seed.disconnect();
    this.cluster?.disconnect();
  }

  /** Rejects when Redis fails or its reply is late. It is then unknown whether the requests were recorded. */
  take(keyFamilyId: number, limitPerSecond: number, requests = 1): Promise<RateDecision> {
    return this.takeFrom(windowName(keyFamilyId), limitPerSecond, requests);
  }

  /** Tests the server of a key family's window, without touching the window. Rejects like {@link take}. */
  async probe(keyFamilyId: number): Promise<void> {
    await this.takeFrom(`loupe:probe:{${keyFamilyId}}`, 1, 1);
  }

  serverOf(keyFamilyId: number): string {
    const { host, port } = this.seed.options;
    const slot = new Command('exists', [windowName(keyFamilyId)]).getSlot();
    return this.cluster?.slots[slot]?.[0] ?? `${host}:${port}`;
  }

  private async takeFrom(name: string, limitPerSecond: number, requests: number): Promise<RateDecision> {
    const commands = (this.cluster ?? this.seed) as unknown as WindowCommands;
    const reply = commands.takeFromWindow(name, limitPerSecond, windowMs * 1_000, requests);
    const [admitted, remaining, waitMicroseconds] = await withTimeout(reply, this.deadlineMs);
    return { admitted: admitted === 1, remaining, waitMs: waitMicroseconds / 1_000 };
  }

  /** The configured address may be any node of a cluster. */
  private async followCluster(): Promise<void> {
    if (this.cluster) return;
    const info = await this.seed.info('cluster').catch(() => '');
    if (!info.includes('cluster_enabled:1')) return;
    const { host = '127.0.0.1', port = 6_379, username, password, tls } = this.seed.options;
    const { enableOfflineQueue, scripts, lazyConnect, ...connection } = options;
    this.cluster = new Cluster([{ host, port }], {
      enableOfflineQueue,
      scripts,
      lazyConnect,
      clusterRetryStrategy: (times) => Math.min(times * 50, 500),
      // Retries would exceed the deadline.
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      redisOptions: { ...connection, username, password, ...(tls && { tls }) },
      // TLS certificates are issued for names, so the cluster client must not resolve names to IPs.
      ...(tls && { dnsLookup: (name: string, found: (error: null, address: string) => void) => found(null, name) }),
    });
    this.cluster.on('error', () => undefined);
    // `connect()` never resolves when the cluster is down, so wait for an event. An error also ends the wait.
    const attempted = Promise.race([once(this.cluster, 'ready'), once(this.cluster, 'close')]).catch(() => undefined);
    this.cluster.connect().catch(() => undefined);
    await attempted;
    // Nodes connect on first use. Connect them now, so that no request has to wait.
    await Promise.allSettled(this.cluster.nodes('master').map((node) => node.ping()));
  }
}

/** The part in braces decides which server of a cluster has the key. */
function windowName(keyFamilyId: number): string {
  return `loupe:rate:{${keyFamilyId}}`;
}
