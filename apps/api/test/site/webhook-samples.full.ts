import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebhookOutbox } from '../../src/core/billing/webhooks/webhook-outbox';
import { createWebhookClient, postWebhook } from '../../src/core/billing/webhooks/webhook-post';
import { Webhooks } from '../../src/core/billing/webhooks/webhooks';
import { webhookSamples } from '../../src/core/notifications/webhook-samples';
import { describeWith, findProgram } from '../support/programs';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { runSamples, samplesIn } from './run-samples';

const openssl = spawnSync('openssl', ['version']).status === 0 ? 'openssl' : undefined;
const actor = { userId: null, label: 'test', address: null };
const loopback = createWebhookClient({ agent: new Agent({ keepAlive: false }), isAllowed: () => true });

interface Arrived {
  signature: string;
  body: string;
  secret: string;
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
    const { accountId } = await api.tenants.create('1');
    const secret = await api.app.get(Webhooks).set(accountId, 'https://example.com/hooks/loupe', actor);
    await api.app.get(Webhooks).sendTest(accountId);
    await api.app.get(WebhookOutbox).deliver((target, body) => postWebhook({ ...target, url }, body, loopback));
    const [request, response] = await received;
    const body = await text(request);
    response.end();
    receiver.close();
    return { signature: request.headers['loupe-signature'] as string, body, secret };
  }

  /** What the sample says of the webhook, and of variants with another body, secret, signature or time. */
  async function verdicts(language: string, call: (one: Arrived, now: number) => string): Promise<string> {
    const { code } = samplesIn('webhooks', guide).find((sample) => sample.language === language)!;
    const now = Math.trunc(Date.now() / 1_000);
    const calls = [
      call(arrived, now),
      call({ ...arrived, body: arrived.body.replace('test', 'best') }, now),
      call({ ...arrived, secret: 'another' }, now),
      call({ ...arrived, signature: 't=1,v1=zz' }, 1),
      call(arrived, now + 600),
    ];
    const [outcome] = await runSamples(language, [[code, ...calls].join('\n')]);
    expect(outcome!.failure).toBe('');
    return outcome!.output.trim().toLowerCase();
  }

  const expected = ['true', 'false', 'false', 'false', 'false'].join('\n');
  const quoted = ({ signature, body, secret }: Arrived) => [signature, body, secret].map((one) => JSON.stringify(one));

  it('shows the members of the body that is sent', () => {
    const [, shown] = /```json\n([\s\S]*?)```/.exec(guide)!;
    expect(Object.keys(JSON.parse(shown!))).toEqual(Object.keys(JSON.parse(arrived.body)));
  });

  it('verifies signatures in TypeScript', async () => {
    const given = await verdicts('ts', (one, now) => `console.log(isFromLoupe(${quoted(one).join(', ')}, ${now}));`);
    expect(given).toBe(expected);
  });

  describeWith(openssl, 'openssl', 'the shell sample', () => {
    it('verifies signatures', async () => {
      const quotedForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
      const given = await verdicts('bash', ({ signature, body, secret }, now) => {
        const arguments_ = [signature, body, secret, `${now}`].map(quotedForShell).join(' ');
        return `if is_from_loupe ${arguments_}; then echo true; else echo false; fi`;
      });
      expect(given).toBe(expected);
    });
  });

  it('names every event that is sent', () => {
    const named = [...guide.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, event]) => event);
    expect(named).toEqual(webhookSamples.map(({ event }) => event));
  });

  describeWith(findProgram('python3'), 'python3', 'the Python sample', () => {
    it('verifies signatures', async () => {
      const given = await verdicts('python', (one, now) => {
        const [signature, body, secret] = quoted(one);
        return `print(is_from_loupe(${signature}, ${body}.encode(), ${secret}, ${now}))`;
      });
      expect(given).toBe(expected);
    });
  });
});
