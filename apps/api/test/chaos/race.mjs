import { setTimeout as sleep } from 'node:timers/promises';
import { atOnce, sendOnce } from '../harness/http.mjs';
import { say } from '../harness/scenario.mjs';

/** Sends three times as many requests at once as the balance affords: exactly the affordable number may be charged. */
export async function raceProcesses(world) {
  const affordable = 40;
  const [{ apiKey }] = await world.createCustomers(1, 600n * BigInt(affordable));
  const isCharged = async (index) => {
    const { port } = world.servers[index % world.servers.length];
    for (;;) {
      const request = { path: '/users/1000/followers', headers: { 'x-api-key': apiKey } };
      const { status, headers } = await sendOnce(`http://127.0.0.1:${port}`, request);
      if (status > 0 && status < 500) return headers['x-cost-usd'] !== '0';
      // A 5xx is free: a busy machine can make the service or the upstream time out.
      await sleep(100);
    }
  };
  const charged = (await atOnce(affordable * 3, isCharged)).filter(Boolean).length;
  say(`race: money for ${affordable}, ${charged} charged`);
  return charged === affordable ? 0 : 1;
}
