import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { OperatorWebhook } from './operator-webhook';

let server: Server;
let statuses: number[];
const received: Record<string, unknown>[] = [];
const warn = jest.fn();

beforeAll(async () => {
  server = createServer((request, response) => {
    void json(request).then((body) => {
      received.push(body as Record<string, unknown>);
      response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  received.length = 0;
  warn.mockClear();
});
afterAll(() => server.close());

function tell(url?: string): Promise<void> {
  const webhook = new OperatorWebhook({ OPERATOR_WEBHOOK_URL: url }, { warn });
  return webhook.tell('session_dead', 'Session 2 of 5 is refused.', { session: 2 }, [1, 1]);
}
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/secret-token`;

describe('OperatorWebhook', () => {
  it('posts an event with a text and members', async () => {
    statuses = [204];
    await tell(address());
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(received).toEqual([{ event: 'session_dead', text: 'Session 2 of 5 is refused.', at, session: 2 }]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('makes three attempts, follows no redirect, and logs each failure without the URL', async () => {
    statuses = [500, 302, 503, 204];
    await tell(address());
    expect(received).toHaveLength(3);
    const reasons = warn.mock.calls.map(([{ reason }]) => reason);
    expect(reasons).toEqual(['500', '302', '503'].map((status) => `answered with status ${status}`));
    expect(JSON.stringify(warn.mock.calls)).not.toContain('secret-token');
  });

  it('makes no attempt after a successful delivery', async () => {
    statuses = [500, 204];
    await tell(address());
    expect(received).toHaveLength(2);
  });

  it('sends nothing without a URL', async () => {
    await tell();
    expect(received).toEqual([]);
  });
});
