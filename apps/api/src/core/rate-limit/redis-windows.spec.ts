import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { RedisWindows } from './redis-windows';

/** A cluster node without a connection to the other nodes: it responds, but knows no slots. */
function answerAsLostNode(socket: Socket): void {
  const info = 'redis_version:7.2.0\r\nloading:0\r\ncluster_enabled:1\r\n';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    for (const [command] of chunk.toString().matchAll(/\*\d+\r\n(\$\d+\r\n[^\r]*\r\n)+/g)) {
      if (/\r\ninfo\r\n/i.test(command)) socket.write(`$${info.length}\r\n${info}\r\n`);
      else socket.write(/\r\nslots\r\n/i.test(command) ? '-CLUSTERDOWN The cluster is down\r\n' : '+OK\r\n');
    }
  });
}

describe('rate windows in a cluster whose nodes do not know its slots', () => {
  const sockets = new Set<Socket>();
  let server: Server;
  let windows: RedisWindows;
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      answerAsLostNode(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    windows = new RedisWindows(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, 500);
  });
  afterAll(() => {
    windows.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('connect without an error, and fail each request', async () => {
    await windows.connect();
    await expect(windows.probe(1)).rejects.toThrow();
  });
});
