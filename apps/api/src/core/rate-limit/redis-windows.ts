import { once } from 'node:events';
import { Cluster, Command, Redis, type RedisOptions } from 'ioredis';
import { withTimeout } from '../../platform/promises';
import { type RateDecision, windowMs } from './rate-store';

/** The answer to a caller must not hang on Redis. */
const defaultDeadlineMs = 50;

/**
 * `SlidingWindow` inside Redis, in one call: KEYS[1] lists the times of the admitted requests in microseconds, oldest
 * first; ARGV are the limit, the window in microseconds and how many requests there are. Gives {1 if admitted, requests left, microseconds to wait}.
 * The time is the server's, the same for all processes. If its clock was set back, the recorded times move back with it until
 * the newest is now: no key gets more than its limit, and none waits for the clock to catch up.
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
  // A request is decided now or elsewhere: nothing waits for a connection, and nothing is sent twice.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  // A connection whose other end has vanished is silent for ever: replace it.
  socketTimeout: 2_000,
  // A primary that became a replica refuses to write: find the new one.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  scripts: { takeFromWindow: { lua: windowScript, numberOfKeys: 1 } },
} satisfies RedisOptions;

/** Windows of all lines of keys, kept in Redis or Valkey, alone or as a cluster, for all processes together. */
export class RedisWindows {
  private readonly seed: Redis;
  private cluster: Cluster | undefined;
  private lookedAround = Promise.resolve();

  /** @param deadlineMs a reply that takes longer is not waited for. */
  constructor(
    url: string,
    private readonly deadlineMs = defaultDeadlineMs,
  ) {
    this.seed = new Redis(url, { ...options, retryStrategy: (times) => Math.min(times * 50, 500) });
    // Without a listener, ioredis would print each failed attempt; `take` rejects anyway.
    this.seed.on('error', () => undefined);
    this.seed.on('ready', () => {
      this.lookedAround = this.lookedAround.then(() => this.followCluster());
    });
  }

  /** Resolves when the first attempt is over, also when it failed; further ones follow by themselves. */
  async connect(): Promise<void> {
    await this.seed.connect().catch(() => undefined);
    await this.lookedAround;
  }

  close(): void {
    this.seed.disconnect();
    this.cluster?.disconnect();
  }

  /** Rejects when there is no answer in time; whether the request was recorded is unknown then. */
  take(keyFamilyId: number, limitPerSecond: number, requests = 1): Promise<RateDecision> {
    return this.takeFrom(windowName(keyFamilyId), limitPerSecond, requests);
  }

  /** Rejects as {@link take} does, for the server that keeps the line's window, and leaves that window alone. */
  async probe(keyFamilyId: number): Promise<void> {
    await this.takeFrom(`loupe:probe:{${keyFamilyId}}`, 1, 1);
  }

  /** Address of the server that keeps the line's window, as far as is known: those of a cluster fail one by one. */
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

  /** The configured address may be that of any node of a cluster. */
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
      // Repeats would come after the deadline.
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      redisOptions: { ...connection, username, password, ...(tls && { tls }) },
      // Certificates are for names; resolving them here would leave nothing to check but addresses.
      ...(tls && { dnsLookup: (name: string, found: (error: null, address: string) => void) => found(null, name) }),
    });
    this.cluster.on('error', () => undefined);
    // What `connect` promises stays open for ever when the cluster is there but down. An error ends the wait as well: it
    // comes when no node can be asked for the slots; `take` rejects then, too.
    const attempted = Promise.race([once(this.cluster, 'ready'), once(this.cluster, 'close')]).catch(() => undefined);
    this.cluster.connect().catch(() => undefined);
    await attempted;
    // Nodes are connected to when they are first asked, which the first request should not have to wait for.
    await Promise.allSettled(this.cluster.nodes('master').map((node) => node.ping()));
  }
}

/** In braces: the part of the name that decides which server of a cluster keeps it. */
function windowName(keyFamilyId: number): string {
  return `loupe:rate:{${keyFamilyId}}`;
}
