import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy that can reset the connection instead of delivering the next responses of the API. */
export class CuttingProxy {
  toCut = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(port: number) {
    this.server = createServer((caller) => {
      const service = connect(port, '127.0.0.1');
      for (const socket of [caller, service]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => this.sockets.delete(socket));
      }
      caller.pipe(service);
      service.on('data', (bytes) => {
        if (this.toCut > 0) {
          this.toCut -= 1;
          caller.resetAndDestroy();
          service.destroy();
        } else {
          caller.write(bytes);
        }
      });
      service.on('end', () => caller.end());
      caller.on('close', () => service.destroy());
    });
  }

  static async before(baseUrl: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(Number(new URL(baseUrl).port));
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
