import { startMailServer } from '../../../test/support/mail-server';
import { Mail } from './mail';

describe('email', () => {
  const lines: unknown[] = [];
  const note = (...words: unknown[]) => void lines.push(words);
  const logger = { warn: note, info: note, debug: () => undefined } as never;
  const message = { to: 'owner@example.com', subject: 'Hello', text: 'https://example.com/#token' };

  it('is sent through the operator’s mail server', async () => {
    const server = await startMailServer();
    await new Mail({ SMTP_URL: server.url, MAIL_FROM: 'loupe@example.com' }, logger).send(message);
    const received = await server.find(() => true);
    expect(received).toContain('MAIL FROM:<loupe@example.com>');
    expect(received).toContain('RCPT TO:<owner@example.com>');
    expect(received).toContain('https://example.com/#token');
    server.stop();
  });

  it('is not sent without a mail server', async () => {
    await new Mail({ SMTP_URL: undefined, MAIL_FROM: 'x' }, logger).send(message);
    expect(lines).toEqual([]);
  });

  it('causes one log line when the mail server is lost, however many emails follow, and one when it is back', async () => {
    const server = await startMailServer();
    server.stop();
    const mail = new Mail({ SMTP_URL: server.url, MAIL_FROM: 'x@example.com' }, logger);
    expect([await mail.send(message), await mail.send(message)]).toEqual([false, false]);
    expect(lines).toEqual([[{ reason: 'ESOCKET' }, 'the mail server is out of reach']]);
    const back = await startMailServer(Number(new URL(server.url).port));
    expect([await mail.send(message), await mail.send(message)]).toEqual([true, true]);
    back.stop();
    expect(lines.slice(1)).toEqual([['the mail server accepts emails again']]);
  });
});
