import { once } from 'node:events';
import { connect } from 'node:net';
import { allOperations, exampleAddress } from '@loupe/dto';
import fc from 'fast-check';
import { DirectRoutes } from '../../src/platform/http/direct-routes';
import { startTestApi, type TestApi } from '../support/test-api';

const requests = 2_000;
/** Which way a request of this test goes is said by a header of its own. */
const wayHeader = 'x-way';

let api: TestApi;
let key: string;
/** How many requests were answered without Express. */
let direct = 0;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_PER_SECOND: '10000' });
  ({ key } = await api.tenants.create('100'));
  const serve = DirectRoutes.prototype.serve;
  jest.spyOn(DirectRoutes.prototype, 'serve').mockImplementation(function (this: DirectRoutes, request, response) {
    const isServed = request.headers[wayHeader] !== 'express' && serve.call(this, request, response);
    if (isServed) direct++;
    return isServed;
  });
});
afterAll(() => api.stop());

async function send(head: string): Promise<string> {
  const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
  socket.write(head);
  let text = '';
  socket.setEncoding('latin1').on('data', (piece) => (text += piece));
  await once(socket, 'close');
  return text;
}

/** What two answers to the same request must have in common; a cursor is never sealed the same way twice. */
function comparable(answer: string): string {
  return answer
    .replace(/^(x-request-id|x-balance-usd|ratelimit|date|server-timing): .*\r\n/gim, '')
    .replace(/"(request_id|\w*cursor|next_m\w+_id)":"[^"]+"/g, '"$1"');
}

const addresses = allOperations.map(exampleAddress);
const garbled: ((target: string) => string)[] = [
  (target) => target,
  (target) => target,
  (target) => target.replace(/(\?|$)/, '/$1'),
  (target) => target.replace('/', '//'),
  (target) => target.replace(/\/(?=[^/]*$)/, '//'),
  (target) => target.replace(/\/(?=[^/]*$)/, '%2f'),
  (target) => target.replace(/[a-z](?=[^a-z]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (target) => `${target}%zz`,
  (target) => target.replace(/(\?|$)/, '%E0%A4%A$1'),
  (target) => target.toUpperCase(),
  (target) => `${target}#fragment`,
  (target) => `${target};a=b`,
  (target) => `/.${target}`,
  (target) => `${target}/../x`,
  (target) => `\\${target.slice(1)}`,
  (target) => `http://elsewhere.example${target}`,
  (target) => `${target}${target.includes('?') ? '&' : '?'}cursor=a&cursor=b`,
  (target) => `${target}?`,
  (target) => `${target}?a=1&&=&b`,
  (target) => target.split('/').slice(0, -1).join('/') || '/',
  (target) => `${target}/constructor`,
  () => '/users/__proto__',
  () => '/users/username',
  () => '*',
];

interface RawRequest {
  line: string;
  host: string;
  apiKey: string | undefined;
  more: string;
}

const head: fc.Arbitrary<RawRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'get'),
    target: fc
      .tuple(fc.constantFrom(...addresses), fc.constantFrom(...garbled))
      .map(([target, garble]) => garble(target)),
    version: fc.constantFrom('1.1', '1.1', '1.1', '1.0'),
    host: fc.constantFrom('host: loupe.example\r\n', 'host: loupe.example\r\n', 'host: loupe.example\r\n', ''),
    apiKey: fc.constantFrom('own', 'own', 'own', 'loupe_unknown', undefined),
    more: fc.constantFrom('', '', `x-long: ${'x'.repeat(9_000)}\r\n`, 'cache-control: max-age=60\r\n'),
  })
  .map(({ method, target, version, host, apiKey, more }) => ({
    line: `${method} ${target} HTTP/${version}`,
    host,
    apiKey,
    more,
  }));

it('answer raw requests as Express does', async () => {
  const answered = async (way: string, { line, host, apiKey, more }: RawRequest) => {
    const keyed = apiKey === undefined ? '' : `x-api-key: ${apiKey === 'own' ? key : apiKey}\r\n`;
    return comparable(await send(`${line}\r\n${host}${wayHeader}: ${way}\r\n${keyed}${more}connection: close\r\n\r\n`));
  };
  await fc.assert(
    fc.asyncProperty(head, async (one) => {
      let [ours, theirs] = ['', ''];
      // Pictures' addresses change with the clock.
      for (let tries = 0; tries < 3 && (tries === 0 || ours !== theirs); tries++)
        [ours, theirs] = [await answered('direct', one), await answered('express', one)];
      expect(ours).toBe(theirs);
      expect(ours).toMatch(/^HTTP\/1\.1 \d{3} /);
    }),
    { numRuns: requests, endOnFailure: true },
  );
  expect(direct).toBeGreaterThan(requests / 10);
});
