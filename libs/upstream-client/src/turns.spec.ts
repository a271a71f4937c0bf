import { failureOf, testUpstream } from '../test/test-upstream';
import { Exchange } from './exchange';
import { UpstreamFailure } from './failure';
import { userInfo } from './requests/users';
import { takeTurn } from './turns';

describe('turns of the event loop', () => {
  const upstream = testUpstream();
  let turn = 0;
  let counting: NodeJS.Immediate;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  beforeAll(count);
  afterAll(() => clearImmediate(counting));

  it.each([
    ['of a length that is known', { 'content-length': 300_000 }],
    ['of a length that is not', {}],
  ])('are taken one by each of several long bodies that arrive together, %s', async (_, headers) => {
    const answers: (() => void)[] = [];
    upstream.handler = (_request, response) => {
      answers.push(() => response.writeHead(200, headers).end(`"${'x'.repeat(299_998)}"`));
      if (answers.length === 8) for (const answer of answers) answer();
    };
    const client = upstream.clientOf({});
    const turns = await Promise.all(
      ofExchanges(8, async (exchange) => {
        await client.send(userInfo('7'), exchange);
        return turn;
      }),
    );
    expect(new Set(turns).size).toBe(8);
  });

  it('go to the others when one who waits has left', async () => {
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const [first, leaving, staying] = ofExchanges(3, (exchange) => exchange);
    expect(takeTurn(first!)).toBeUndefined();
    const left = failureOf(takeTurn(leaving!)!);
    const stayed = takeTurn(staying!)!;
    leaving!.abort(new UpstreamFailure('aborted', 'gone'));
    expect((await left).kind).toBe('aborted');
    await expect(stayed).resolves.toBeUndefined();
  });

  it('go to accounts in turn', async () => {
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const accounts = [1, 1, 1, 2];
    const order: number[] = [];
    await Promise.all(
      ofExchanges(accounts.length, async (exchange, index) => {
        exchange.accountId = accounts[index]!;
        await takeTurn(exchange);
        order.push(exchange.accountId);
      }),
    );
    expect(order).toEqual([1, 1, 2, 1]);
  });
});

function ofExchanges<T>(count: number, of: (exchange: Exchange, index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => of(new Exchange(5_000), index));
}
