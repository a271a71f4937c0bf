import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { testSample, webhookSamples } from '../../src/core/notifications/webhook-samples';
import { createWebhookClient, postWebhook } from '../../src/core/notifications/webhooks/webhook-post';
import { createAccount } from '../billing/charge-fixtures';
import { describeWith, findProgram } from '../support/programs';
import { send } from '../support/send';
import { webhooksOn } from '../support/services';
import { startTestApi, type TestApi } from '../support/test-api';
import { createTestDatabase } from '../support/test-database';
import { runSamples, samplesIn } from './run-samples';

const openssl = spawnSync('openssl', ['version']).status === 0 ? 'openssl' : undefined;
const loopback = createWebhookClient({ agent: new Agent({ keepAlive: false }), isAllowed: () => true });

interface Arrived {
  id: string;
  timestamp: string;
  signatures: string;
  body: string;
  secret: string;
}

const headersOf = ({ id, timestamp, signatures }: Arrived) => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signatures,
});

/** What the library of Standard Webhooks says. */
function isGenuine(one: Arrived): boolean {
  try {
    new Webhook(one.secret).verify(one.body, headersOf(one));
    return true;
  } catch {
    return false;
  }
}

/** The webhook, with some members changed and signed again at this time. */
function signedAt(one: Arrived, secondsFromNow: number): Arrived {
  const at = new Date(Date.now() + secondsFromNow * 1_000);
  const timestamp = `${Math.floor(at.getTime() / 1_000)}`;
  return { ...one, timestamp, signatures: new Webhook(one.secret).sign(one.id, at, one.body) };
}

describe('the guide to webhooks', () => {
  let api: TestApi;
  let guide: string;
  let arrived: Arrived;
  beforeAll(async () => {
    api = await startTestApi();
    guide = (await send(api.baseUrl, '/docs/webhooks.md')).text;
    arrived = await deliver();
  });
  afterAll(() => api.stop());

  async function deliver(): Promise<Arrived> {
    const receiver = createServer().listen(0, '127.0.0.1');
    const received = once(receiver, 'request') as Promise<[IncomingMessage, { end(): void }]>;
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    // A database of its own, because the jobs of an API might send the webhook first.
    const database = await createTestDatabase();
    const { actor, add, webhooks, outbox } = webhooksOn(database.dataSource);
    const accountId = await createAccount(database.dataSource, 0n);
    const { endpoint } = await add(accountId, 'https://example.com/hooks/loupe', ['balance.low']);
    const { secret } = await database.dataSource.transaction((db) =>
      webhooks.rotateSecret(db, accountId, endpoint.id, actor),
    );
    await webhooks.sendTest(accountId, endpoint.id);
    const sending = outbox();
    await sending.deliver((message) => postWebhook({ ...message, url }, loopback));
    const [request, response] = await received;
    const body = await text(request);
    response.end();
    await sending.stop();
    receiver.close();
    await database.drop();
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
      (name) => request.headers[`webhook-${name}`],
    );
    return { id, timestamp, signatures, body, secret } as Arrived;
  }

  /** What the sample says of the webhook, and of variants of it. It must be what the library says. */
  async function expectVerdicts(language: string, call: (one: Arrived) => string): Promise<void> {
    const { code } = samplesIn('webhooks', guide).find((sample) => sample.language === language)!;
    const [present, old] = arrived.signatures.split(' ');
    const variants = [
      arrived,
      signedAt(arrived, 0),
      { ...arrived, signatures: `v1,AAAA v2,x ${present}` },
      { ...arrived, signatures: old! },
      { ...arrived, signatures: `v1a,${present!.slice(3)}` },
      { ...arrived, signatures: '' },
      { ...arrived, body: arrived.body.replace('test', 'best') },
      { ...arrived, secret: `whsec_${Buffer.alloc(32).toString('base64')}` },
      { ...arrived, id: 'msg_other' },
      { ...arrived, timestamp: `${Number(arrived.timestamp) - 1}` },
      { ...arrived, timestamp: 'soon' },
      signedAt(arrived, -600),
      signedAt(arrived, 600),
    ];
    const [outcome] = await runSamples(language, [[code, ...variants.map(call)].join('\n')]);
    expect(outcome!.failure).toBe('');
    const verdicts = outcome!.output.trim().toLowerCase().split('\n');
    expect(verdicts).toEqual(variants.map((one) => `${isGenuine(one)}`));
    expect(verdicts.filter((verdict) => verdict === 'true')).toHaveLength(3);
  }

  it('shows the members of the body that is sent', () => {
    const [, shown] = /```json\n([\s\S]*?)```/.exec(guide)!;
    expect(Object.keys(JSON.parse(shown!))).toEqual(Object.keys(JSON.parse(arrived.body)));
  });

  it('verifies signatures in TypeScript as the library of Standard Webhooks does', async () => {
    await expectVerdicts('ts', (one) => {
      const [headers, body, secret] = [headersOf(one), one.body, one.secret].map((given) => JSON.stringify(given));
      return `console.log(isFromLoupe(${headers}, ${body}, ${secret}));`;
    });
  });

  describeWith(openssl, 'openssl', 'the shell sample', () => {
    it('verifies signatures as the library of Standard Webhooks does', async () => {
      const quotedForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
      await expectVerdicts('bash', ({ id, timestamp, signatures, body, secret }) => {
        const words = [id, timestamp, signatures, body, secret].map(quotedForShell).join(' ');
        return `if is_from_loupe ${words}; then echo true; else echo false; fi`;
      });
    });
  });

  it('names every event that is sent', () => {
    const named = [...guide.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, event]) => event);
    expect(named).toEqual([...webhookSamples, testSample].map(({ type }) => type));
  });

  describeWith(findProgram('python3'), 'python3', 'the Python sample', () => {
    it('verifies signatures as the library of Standard Webhooks does', async () => {
      await expectVerdicts('python', (one) => {
        const [headers, body, secret] = [headersOf(one), one.body, one.secret].map((given) => JSON.stringify(given));
        return `print(is_from_loupe(${headers}, ${body}.encode(), ${secret}))`;
      });
    });
  });
});
