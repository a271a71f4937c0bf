import { createServer, type Socket } from 'node:net';
import { Mail } from './mail';

/** A mail server that takes one message and keeps what it was told. */
async function startMailServer(): Promise<{ url: string; message: Promise<string>; stop(): void }> {
  let keep: (message: string) => void;
  const message = new Promise<string>((resolve) => {
    keep = resolve;
  });
  const server = createServer((socket: Socket) => {
    let said = '';
    let inMessage = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      said += chunk;
      if (inMessage && said.endsWith('\r\n.\r\n')) {
        inMessage = false;
        keep(said);
        socket.write('250 taken\r\n');
      } else if (!inMessage) {
        inMessage = /DATA\r\n$/.test(said);
        socket.write(inMessage ? '354 go on\r\n' : '250 fine\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, message, stop: () => void server.close() };
}

describe('email', () => {
  const warnings: unknown[] = [];
  const logger = { warn: (...words: unknown[]) => void warnings.push(words) } as never;
  const message = { to: 'owner@example.com', subject: 'Hello', text: 'https://example.com/#token' };

  it('goes out through the operator’s mail server', async () => {
    const server = await startMailServer();
    await new Mail({ SMTP_URL: server.url, MAIL_FROM: 'loupe@example.com' }, logger).send(message);
    const taken = await server.message;
    expect(taken).toContain('MAIL FROM:<loupe@example.com>');
    expect(taken).toContain('RCPT TO:<owner@example.com>');
    expect(taken).toContain('https://example.com/#token');
    server.stop();
  });

  it('goes nowhere without one', async () => {
    await new Mail({ SMTP_URL: undefined, MAIL_FROM: 'x' }, logger).send(message);
    expect(warnings).toEqual([]);
  });

  it('that cannot be sent fails nothing else, and the log says so', async () => {
    const server = await startMailServer();
    server.stop();
    await new Mail({ SMTP_URL: server.url, MAIL_FROM: 'x@example.com' }, logger).send(message);
    expect(warnings).toHaveLength(1);
  });
});
