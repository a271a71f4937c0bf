import { createServer, type Socket } from 'node:net';

/** A mail server that stores the messages it receives, decoded from quoted-printable. */
export interface MailServer {
  url: string;
  find(isWanted: (message: string) => boolean): Promise<string>;
  readonly messages: readonly string[];
  stop(): void;
}

/** @param onPort 0 for any free port */
export async function startMailServer(onPort = 0): Promise<MailServer> {
  const messages: string[] = [];
  let notify: () => void = () => undefined;
  const server = createServer((socket: Socket) => {
    let received = '';
    let inMessage = false;
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      received += chunk;
      if (inMessage && received.endsWith('\r\n.\r\n')) {
        inMessage = false;
        // Undoes quoted-printable: folded long lines, and `=3D` for `=`.
        messages.push(received.replace(/=\r\n/g, '').replace(/=3D/g, '='));
        notify();
        socket.write('250 taken\r\n');
      } else if (!inMessage) {
        inMessage = /DATA\r\n$/.test(received);
        socket.write(inMessage ? '354 go on\r\n' : '250 fine\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(onPort, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    async find(isWanted) {
      for (;;) {
        const found = messages.find(isWanted);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
    stop: () => void server.close(),
  };
}
