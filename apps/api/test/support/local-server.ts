import type { Server } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';

/** Makes a server listen on a free port of the loopback. @returns its origin */
export async function listenLocally(server: TcpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes a server and all its connections, even those in use. */
export function endServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}
