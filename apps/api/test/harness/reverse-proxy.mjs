import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';

/**
 * A typical reverse proxy: it reuses connections, polls every server's `/readyz`, distributes requests over the ready
 * servers, and never retries a request.
 */
export class ReverseProxy {
  #agent = new Agent({ keepAlive: true });
  #ready = new Set();
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
        const { status } = await server.readiness();
        if (status === 200) this.#ready.add(server);
        else this.#ready.delete(server);
      }),
    );
  }

  #forward(incoming, outgoing) {
    const ready = [...this.#ready];
    const server = ready[this.#turn++ % ready.length];
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
