import { getEventListeners, setMaxListeners } from 'node:events';
import { known } from '../endpoints/known';
import { afterTest } from '../support/after-test';
import { until } from '../support/until';
import { CallerWorld, failureOf } from './caller-world';

const world = new CallerWorld();
const { client, charges } = world;

const reason = new Error('enough');
const never = () => new Promise<Response>(() => undefined);
const untilAborted = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', reject));
const isPrice = (url: unknown) => `${url}`.endsWith('/system/price');

let controller: AbortController;
beforeEach(() => {
  controller = new AbortController();
});

async function abortWhen(call: PromiseLike<unknown>, isReached: () => boolean): Promise<void> {
  const outcome = expect(call).rejects.toBe(reason);
  await until('the call has got far enough', isReached);
  controller.abort(reason);
  await outcome;
}

describe('an aborted call with a budget', () => {
  it('ends at once while the prices are being fetched, and is not sent', async () => {
    const urls: string[] = [];
    const loupe = client({
      maxCostUsd: '0.0006',
      fetch: (url) => {
        urls.push(`${url}`);
        return never();
      },
    });
    await abortWhen(loupe.users.byId(known.marta, { signal: controller.signal }), () => urls.length > 0);
    expect(urls.map(isPrice)).toEqual([true]);
  });

  it('leaves the budget unchanged if it is aborted after an attempt that cost nothing', async () => {
    let isRefused = false;
    const refusal = () => {
      isRefused = true;
      const headers = { 'retry-after': '30', 'x-cost-usd': '0' };
      return Response.json({ code: 'service_unavailable', retryable: true }, { status: 503, headers });
    };
    const loupe = client({
      maxCostUsd: '0.0006',
      fetch: async (url, init) => (isPrice(url) || isRefused ? fetch(url, init) : refusal()),
    });
    await abortWhen(loupe.users.byId(known.marta, { signal: controller.signal }), () => isRefused);
    await loupe.users.byId(known.marta);
    expect(await charges()).toEqual(['-600']);
  });

  it('leaves the budget unchanged if it is aborted while it waits for the rate limit', async () => {
    // With a stopped clock, the rate stays used up.
    const time = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    afterTest(() => time.mockRestore());
    const loupe = client({ maxCostUsd: '0.0006' });
    // Together with the request for prices, these use up the initial rate.
    await Promise.all(Array.from({ length: 9 }, () => failureOf(loupe.users.byId('abc'))));
    world.attempts = [];
    await abortWhen(loupe.users.byId(known.marta, { signal: controller.signal }), () => true);
    expect(world.attempts).toEqual([]);
    time.mockRestore();
    await loupe.users.byId(known.marta);
    expect(await charges()).toEqual(['-600']);
  });

  it('counts against the budget once it is in flight, because it may have been charged', async () => {
    let isSent = false;
    const loupe = client({
      maxCostUsd: '0.0006',
      fetch: (url, init) => {
        isSent = !isPrice(url);
        return isSent ? untilAborted(init!.signal!) : fetch(url, init);
      },
    });
    await abortWhen(loupe.users.byId(known.marta, { signal: controller.signal }), () => isSent);
    expect(await failureOf(loupe.users.byId(known.marta))).toMatchObject({ code: 'budget_reached' });
  });
});

it('the client removes its listener from a signal that outlives the calls', async () => {
  const loupe = client({ maxCostUsd: '1' });
  const call = () => loupe.users.byId(known.marta, { signal: controller.signal });
  setMaxListeners(0, controller.signal);
  await Promise.all(Array.from({ length: 12 }, call));
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});
