import { type Dispatcher, Pool, ProxyAgent } from 'undici';

/** Connections to the upstream: straight ones, and those through each proxy. How many are used is decided elsewhere. */
export class Dispatchers {
  private readonly straight: Pool;
  private readonly byProxy = new Map<string, ProxyAgent>();

  constructor(
    readonly origin: string,
    private readonly connections: number,
  ) {
    this.straight = new Pool(origin, this.options);
  }

  of(proxy: string | undefined): Dispatcher {
    if (proxy === undefined) return this.straight;
    let agent = this.byProxy.get(proxy);
    if (!agent) {
      agent = new ProxyAgent({ uri: proxy, ...this.options });
      this.byProxy.set(proxy, agent);
    }
    return agent;
  }

  /** Closes what no session uses any more, once its requests have ended. */
  keepOnly(proxies: ReadonlySet<string | undefined>): void {
    for (const [proxy, agent] of this.byProxy) {
      if (proxies.has(proxy)) continue;
      this.byProxy.delete(proxy);
      void agent.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.straight, ...this.byProxy.values()].map((one) => one.close()));
  }

  /** Deadlines are the exchange's: undici's own timers would cut a slow answer short of it. */
  private get options() {
    return { connections: this.connections, headersTimeout: 0, bodyTimeout: 0 };
  }
}
