import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { createAccount } from '../billing/charge-fixtures';
import { webhooksOn } from '../support/services';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

describe('webhooks whose process is killed with SIGKILL', () => {
  let database: TestDatabase;
  let receiver: Server;
  let installation: ReturnType<typeof webhooksOn>;
  let ids: { accountId: number; id: number };
  let firstSecret: string;
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    installation = webhooksOn(database.dataSource);
    received.splice(0);
    receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.end('thanks');
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const accountId = await createAccount(database.dataSource, 1_000n);
    const { endpoint, secret } = await installation.add(accountId, 'https://example.com/');
    [ids, firstSecret] = [{ accountId, id: endpoint.id }, secret];
    await query('UPDATE webhook_endpoints SET url = $1', [
      `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    ]);
    await installation.outbox().add(database.dataSource, [{ accountId, type: 'key.expiring', data: {} }]);
  });
  afterEach(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await database.drop();
  });

  const query = (sql: string, values: unknown[] = []) => database.dataSource.query(sql, values);
  const endLeasesIn = (time: string) =>
    query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() + $1::interval, leased_until = now() + $1::interval
       WHERE leased_until IS NOT NULL`,
      [time],
    );
  const endLeases = () => endLeasesIn('0');
  const deliveries = () => installation.webhooks.listDeliveries(ids.accountId, ids.id, {}, 50);

  /** Runs a process to its end, or until it reaches a point, where it is killed. @returns its last line */
  async function run(what: 'send' | 'rotate' | 'resend', options: object = {}, killAt?: string): Promise<string> {
    const words = { what, databaseUrl: database.url, waitAt: killAt, ...ids, ...options };
    const child = spawn(process.execPath, [join(__dirname, 'webhook-process.mjs'), JSON.stringify(words)]);
    let [output, errors] = ['', ''];
    child.stderr.on('data', (chunk) => (errors += chunk));
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (killAt && output.endsWith(`${killAt}\n`)) child.kill('SIGKILL');
    });
    const [code, signal] = await once(child, 'close');
    if (killAt ? signal !== 'SIGKILL' : code !== 0) throw new Error(`${what} ended with ${code ?? signal}: ${errors}`);
    return output.trimEnd().split('\n').at(-1)!;
  }

  it.each([
    ['before it sends what it has claimed', 'claimed', 1],
    ['before it records what it has sent', 'sent', 2],
  ])('are sent by the next process when it happens %s, always with one webhook-id', async (_when, point, times) => {
    await run('send', {}, point);
    // A busy machine may need longer than a lease to start the next process.
    await endLeasesIn('1 hour');
    await run('send');
    expect(received).toHaveLength(times - 1);
    await endLeases();
    await run('send');
    expect(received).toHaveLength(times);
    expect(new Set(received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    expect(await deliveries()).toMatchObject([{ attempts: 2, deliveredAt: expect.any(Date) }]);
    expect(await installation.webhooks.read(ids.accountId, ids.id)).toMatchObject({ failingSince: null });
  });

  it.each(['performed', 'committed'])(
    'rotate a secret once when the process had %s it, and sign with the new and the old one',
    async (point) => {
      const once = { idempotencyKey: 'rotate-0123456789' };
      await run('rotate', once, point);
      const { secret } = JSON.parse(await run('rotate', once));
      expect(JSON.parse(await run('rotate', once))).toEqual({ secret });
      expect(await query('SELECT FROM webhook_secrets')).toHaveLength(2);
      await run('send');
      const [{ headers, body }] = received as [(typeof received)[0]];
      for (const one of [secret, firstSecret])
        expect(new Webhook(one).verify(body, headers as Record<string, string>)).toMatchObject({
          type: 'key.expiring',
        });
    },
  );

  it.each(['performed', 'committed'])('send a delivery again once when the process had %s that', async (point) => {
    await run('send');
    const [first] = await deliveries();
    const again = { id: first!.id, idempotencyKey: 'resend-0123456789' };
    await run('resend', again, point);
    const answer = await run('resend', again);
    expect(await run('resend', again)).toBe(answer);
    await run('send', {}, 'claimed');
    await endLeases();
    await run('send');
    await run('send');
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([first!.messageId, first!.messageId]);
    expect(await deliveries()).toMatchObject([
      { isManual: true, attempts: 2 },
      { id: first!.id, attempts: 1 },
    ]);
  });
});
