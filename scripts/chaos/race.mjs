// Several API processes, one account, money for exactly so many answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.mjs';

/** Asks all at once, each process in turn; gives how many answers were paid for. */
export async function race(servers, apiKey, requests) {
  await untilKnown(servers, apiKey);
  const asked = Array.from({ length: requests }, (_, index) => isPaid(servers[index % servers.length], apiKey));
  return (await Promise.all(asked)).filter(Boolean).length;
}

/** Processes learn of a key through the database, each in its own time. */
export async function untilKnown(servers, apiKey) {
  for (const server of servers) {
    while ((await ask(server, '/resolve/media?pk=1', apiKey)).status !== 200) await sleep(50);
  }
}

/** Asks again where a busy machine made the service or the upstream give up: nothing was charged then. */
async function isPaid(server, apiKey) {
  for (;;) {
    const { status, headers } = await ask(server, '/users/1000/followers', apiKey);
    if (status < 500) return headers['x-cost-usd'] !== '0';
    await sleep(100);
  }
}
