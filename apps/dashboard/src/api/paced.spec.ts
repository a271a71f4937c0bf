import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { paced } from './paced';

describe('a request that the server refuses for its rate', () => {
  let server: Server;
  let retryAfter: string;
  let requests: number;
  beforeEach(async () => {
    requests = 0;
    server = createServer((_, response) => {
      requests += 1;
      response.writeHead(requests <= 2 ? 429 : 200, { 'retry-after': retryAfter }).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => server.close());

  it.each([
    { path: 'keys', after: '0', status: 200, sent: 3, what: 'is sent again when the server asks for that' },
    { path: 'keys', after: '60', status: 429, sent: 1, what: 'is not sent again when the wait would be long' },
    { path: 'playground', after: '0', status: 429, sent: 1, what: 'is shown in the playground' },
  ])('$what', async ({ path, after, status, sent }) => {
    retryAfter = after;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dashboard/api/${path}`;
    expect((await paced(new Request(url))).status).toBe(status);
    expect(requests).toBe(sent);
  });
});
