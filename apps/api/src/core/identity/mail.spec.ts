import { createServer, type Socket } from 'node:net';
import { Mail } from './mail';

/** A mail server that takes one letter and keeps what it was told. */
async function startMailServer(): Promise<{ url: string; letter: Promise<string>; stop(): void }> {
  let keep: (letter: string) => void;
  const letter = new Promise<string>((resolve) => {
    keep = resolve;
  });
  const server = createServer((socket: Socket) => {
    let said = '';
    let inLetter = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      said += chunk;
      if (inLetter && said.endsWith('\r\n.\r\n')) {
        inLetter = false;
        keep(said);
        socket.write('250 taken\r\n');
      } else if (!inLetter) {
        inLetter = /DATA\r\n$/.test(said);
        socket.write(inLetter ? '354 go on\r\n' : '250 fine\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, letter, stop: () => void server.close() };
}

describe('letters', () => {
  const warnings: unknown[] = [];
  const logger = { warn: (...words: unknown[]) => void warnings.push(words) } as never;
  const letter = { to: 'owner@example.com', subject: 'Hello', text: 'https://example.com/#token' };

  it('go out through the operator’s mail server', async () => {
    const server = await startMailServer();
    await new Mail({ SMTP_URL: server.url, MAIL_FROM: 'loupe@example.com' }, logger).send(letter);
    const taken = await server.letter;
    expect(taken).toContain('MAIL FROM:<loupe@example.com>');
    expect(taken).toContain('RCPT TO:<owner@example.com>');
    expect(taken).toContain('https://example.com/#token');
    server.stop();
  });

  it('go nowhere without one', async () => {
    await new Mail({ SMTP_URL: undefined, MAIL_FROM: 'x' }, logger).send(letter);
    expect(warnings).toEqual([]);
  });

  it('that cannot be sent fail nothing else, and the log says so', async () => {
    const server = await startMailServer();
    server.stop();
    await new Mail({ SMTP_URL: server.url, MAIL_FROM: 'x@example.com' }, logger).send(letter);
    expect(warnings).toHaveLength(1);
  });
});
