import { startMailServer } from '../../../test/support/mail-server';
import { Mail } from './mail';

describe('email', () => {
  const warnings: unknown[] = [];
  const logger = { warn: (...words: unknown[]) => void warnings.push(words) } as never;
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
    expect(warnings).toEqual([]);
  });

  it('only causes a log line when it cannot be sent', async () => {
    const server = await startMailServer();
    server.stop();
    await new Mail({ SMTP_URL: server.url, MAIL_FROM: 'x@example.com' }, logger).send(message);
    expect(warnings).toHaveLength(1);
  });
});
