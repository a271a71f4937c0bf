import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';

/**
 * A typical reverse proxy: it reuses connections, polls every server's probes, distributes requests over the ready servers, or over
 * the live ones while none is ready, and never retries a request.
 */
export class ReverseProxy {
  #agent = new Agent({ keepAlive: true });
  #ready = new Set();
  #live = new Set();
  #turn = 0;
  // Longer than any run: a connection that closes just as a request is sent would count as a failed request.
  #server = createServer({ keepAliveTimeout: 600_000 }, (incoming, outgoing) => this.#forward(incoming, outgoing));
  #timer;

  static async start(servers, checkEveryMs) {
    const proxy = new ReverseProxy();
    Object.assign(proxy, { servers });
    await proxy.#check();
    proxy.#timer = setInterval(() => proxy.#check(), checkEveryMs);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.port = proxy.#server.address().port;
    return proxy;
  }

  /** Whether it sends requests to this server. */
  isReady(server) {
    return this.#ready.has(server);
  }

  close() {
    clearInterval(this.#timer);
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  #check() {
    return Promise.all(
      this.servers.map(async (server) => {
        const [ready, live] = await Promise.all([server.readiness(), server.liveness()]);
        for (const [servers, { status }] of [
          [this.#ready, ready],
          [this.#live, live],
        ]) {
          if (status === 200) servers.add(server);
          else servers.delete(server);
        }
      }),
    );
  }

  #forward(incoming, outgoing) {
    const usable = [...(this.#ready.size > 0 ? this.#ready : this.#live)];
    const server = usable[this.#turn++ % usable.length];
    const fail = () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end());
    if (!server) return fail();
    const { method, url: path, headers } = incoming;
    const forwarded = request({ host: '127.0.0.1', port: server.port, method, path, headers, agent: this.#agent });
    forwarded.on('error', fail);
    forwarded.on('response', (response) => {
      const { connection, 'keep-alive': timeout, ...rest } = response.headers;
      outgoing.writeHead(response.statusCode, rest);
      response.on('error', fail);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  }
}
