import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type Quarantine, TrackedClient } from './connection';

const maxHeaderSize = 32 * 1_024;

/** undici dispatchers: one for direct requests and one per proxy. A connection carries one request at a time. */
export class Dispatchers {
  private readonly byProxy = new Map<string | undefined, Dispatcher>();

  constructor(
    readonly origin: string,
    private readonly connectTimeoutMs: number,
    private readonly quarantine: Quarantine,
  ) {}

  of(proxy: string | undefined): Dispatcher {
    let dispatcher = this.byProxy.get(proxy);
    if (!dispatcher) {
      dispatcher = this.open(proxy);
      this.byProxy.set(proxy, dispatcher);
    }
    return dispatcher;
  }

  /** Creates a dispatcher without connections; the caller closes it. */
  open(proxy: string | undefined): Dispatcher {
    const { connectTimeoutMs, quarantine } = this;
    const timeout = { timeout: connectTimeoutMs };
    const factory = (origin: URL, options: object) => new TrackedClient(origin, options, connectTimeoutMs, quarantine);
    const options = { pipelining: 1, maxHeaderSize };
    if (proxy === undefined) return new Pool(this.origin, { ...options, factory, connect: timeout });
    return new ProxyAgent({
      ...options,
      ...credentialsOf(new URL(proxy)),
      uri: proxy,
      factory: (origin: string | URL, ofPool: object) => new Pool(origin, { ...ofPool, factory }),
      requestTls: timeout,
      proxyTls: timeout,
    });
  }

  /** Closes the dispatchers of all other proxies, after their requests have ended. */
  keepOnly(proxies: ReadonlySet<string | undefined>): void {
    for (const [proxy, dispatcher] of this.byProxy) {
      if (proxy === undefined || proxies.has(proxy)) continue;
      this.byProxy.delete(proxy);
      void dispatcher.close();
    }
  }

  close(): void {
    for (const dispatcher of this.byProxy.values()) void dispatcher.close();
    this.byProxy.clear();
  }
}

function credentialsOf({ username, password }: URL): { token?: string } {
  if (username === '') return {};
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { token: `Basic ${credentials.toString('base64')}` };
}
