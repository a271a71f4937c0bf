import { HttpPool } from './http/http-pool';

/** The ways to the upstream: the straight one, and those through each proxy. How many connections are used is decided elsewhere. */
export class Routes {
  private readonly origin: URL;
  private readonly straight: HttpPool;
  private readonly byProxy = new Map<string, HttpPool>();

  constructor(
    origin: string,
    private readonly connectTimeoutMs: number,
  ) {
    this.origin = new URL(origin);
    this.straight = this.poolThrough(undefined);
  }

  of(proxy: string | undefined): HttpPool {
    if (proxy === undefined) return this.straight;
    let pool = this.byProxy.get(proxy);
    if (!pool) {
      pool = this.poolThrough(new URL(proxy));
      this.byProxy.set(proxy, pool);
    }
    return pool;
  }

  /** Closes what no session uses any more, once its requests have ended. */
  keepOnly(proxies: ReadonlySet<string | undefined>): void {
    for (const [proxy, pool] of this.byProxy) {
      if (proxies.has(proxy)) continue;
      this.byProxy.delete(proxy);
      pool.close();
    }
  }

  close(): void {
    for (const pool of [this.straight, ...this.byProxy.values()]) pool.close();
  }

  private poolThrough(proxy: URL | undefined): HttpPool {
    const { origin, connectTimeoutMs } = this;
    return new HttpPool({ origin, proxy, connectTimeoutMs });
  }
}
