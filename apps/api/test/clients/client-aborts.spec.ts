import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { known } from '../endpoints/known';
import { CallerWorld, failureOf } from './caller-world';

const world = new CallerWorld();
const { client, charges } = world;

const reason = new Error('enough');
const never = () => new Promise<Response>(() => undefined);
const isPrice = (url: unknown) => `${url}`.endsWith('/system/price');

let controller: AbortController;
beforeEach(() => {
  controller = new AbortController();
});

/** Gives a call up once it has got as far as is waited for. */
async function giveUp(call: PromiseLike<unknown>, isThere: () => boolean): Promise<void> {
  const outcome = expect(call).rejects.toBe(reason);
  while (!isThere()) await sleep(1);
  controller.abort(reason);
  await outcome;
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
}

describe('a call with a budget that is given up', () => {
  it('while the prices are asked for ends at once, and is not sent', async () => {
    const asked: string[] = [];
    const loupe = client({
      maxCostUsd: '0.0006',
      fetch: (url) => {
        asked.push(`${url}`);
        return never();
      },
    });
    await giveUp(loupe.users.byId(known.marta, { signal: controller.signal }), () => asked.length > 0);
    expect(asked.map(isPrice)).toEqual([true]);
  });

  it('between attempts that cost nothing leaves the budget as it was', async () => {
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
    await giveUp(loupe.users.byId(known.marta, { signal: controller.signal }), () => isRefused);
    await loupe.users.byId(known.marta);
    expect(await charges()).toEqual(['-600']);
  });

  it('while it waits for its turn leaves the budget as it was', async () => {
    const loupe = client({ maxCostUsd: '0.0006' });
    // With the prices, all that the rate allows at first.
    await Promise.all(Array.from({ length: 9 }, () => failureOf(loupe.users.byId('abc'))));
    world.attempts = [];
    await giveUp(loupe.users.byId(known.marta, { signal: controller.signal }), () => true);
    expect(world.attempts).toEqual([]);
    await loupe.users.byId(known.marta);
    expect(await charges()).toEqual(['-600']);
  });

  it('on its way may have been charged, and counts', async () => {
    let isSent = false;
    const loupe = client({
      maxCostUsd: '0.0006',
      fetch: (url, init) => {
        if (isPrice(url)) return fetch(url, init);
        isSent = true;
        return never();
      },
    });
    await giveUp(loupe.users.byId(known.marta, { signal: controller.signal }), () => isSent);
    expect(await failureOf(loupe.users.byId(known.marta))).toMatchObject({ code: 'budget_reached' });
  });
});

it('one signal for many calls is listened to once', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  let sent = 0;
  const loupe = client({
    pace: false,
    fetch: (_, init) => {
      sent += 1;
      return new Promise((_resolve, reject) => init!.signal!.addEventListener('abort', reject));
    },
  });
  const calls = Array.from({ length: 30 }, () => loupe.users.byId('1001', { signal: controller.signal }));
  const outcomes = Promise.allSettled(calls);
  while (sent < 30) await sleep(1);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  controller.abort(reason);
  for (const outcome of await outcomes) expect(outcome).toEqual({ status: 'rejected', reason });
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  await sleep(10);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
