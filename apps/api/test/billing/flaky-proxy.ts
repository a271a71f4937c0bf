import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A proxy between a client and PostgreSQL. `pass` forwards both ways; `swallow` drops the server's next bytes and all that
 * follow on that connection; `cut` closes the connection instead of sending the next bytes; `refuse` accepts no new
 * connection. `swallow` and `cut` affect one connection only.
 */
export class FlakyProxy {
  mode: 'pass' | 'swallow' | 'cut' | 'refuse' = 'pass';
  refused = 0;
  /** Called with the bytes that the client sends. */
  onRequest: (bytes: Buffer) => void = () => undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(databaseUrl: string): Promise<FlakyProxy> {
    const target = new URL(databaseUrl);
    const port = Number(target.port);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    target.port = `${(server.address() as AddressInfo).port}`;
    const proxy = new FlakyProxy(server, target.href);
    server.on('connection', (client) => proxy.relay(client, connect(port, '127.0.0.1')));
    return proxy;
  }

  close(): void {
    this.server.close();
    this.cutAll();
  }

  cutAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private relay(client: Socket, database: Socket): void {
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        // A closing client leaves the server's side open, like a real half-open connection.
        if (socket === database) other.destroy();
      });
    }
    if (this.mode === 'refuse') {
      this.refused++;
      client.destroy();
      database.destroy();
      return;
    }
    let isMute = false;
    client.on('data', (chunk) => {
      this.onRequest(chunk);
      database.write(chunk);
    });
    database.on('data', (chunk) => {
      if (this.mode === 'pass' || this.mode === 'refuse') {
        if (!isMute) client.write(chunk);
        return;
      }
      if (this.mode === 'cut') client.destroy();
      isMute = true;
      this.mode = 'pass';
    });
  }
}
