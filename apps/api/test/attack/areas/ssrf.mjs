// No caller can make Loupe connect to an internal address: webhooks go to public addresses, post URLs are only parsed.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { foreignUrls, namesOfHere, privateUrls } from '../payloads.mjs';

export async function ssrf(area, world) {
  let connections = 0;
  const trap = createServer((_, response) => response.end()).on('connection', () => connections++);
  trap.listen(0, '127.0.0.1');
  await once(trap, 'listening');
  const { port } = trap.address();
  const owner = await world.createOwner();
  const events = ['key.expiring'];
  const { id } = await owner.must('POST', '/webhooks', { url: 'https://hooks.example.com/', events });
  const set = (url) => owner.as({ method: 'PATCH', path: `/webhooks/${id}`, body: { url } });
  await area.control('a public webhook', set('https://hooks.example.com/2'), 200);
  const urls = [
    ...privateUrls,
    `http://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
  ];
  for (const url of area.pick(urls, 8)) await area.attempt(`a webhook to ${url}`, set(url), 422);

  for (const name of namesOfHere)
    await area.attempt(`a webhook to ${name}`, set(`https://${name}:${port}/`), [200, 422]);
  await owner.send('PATCH', `/webhooks/${id}`, { url: `https://localhost.:${port}/` });
  await owner.send('POST', `/webhooks/${id}/test`);
  const isDone = async () =>
    (await owner.must('GET', `/webhooks/${id}/deliveries`)).items.every(({ attempts }) => attempts > 0);
  for (let round = 0; round < 100 && !(await isDone()); round++) await sleep(100);

  const headers = { 'x-api-key': owner.key.key };
  const oembed = (url) => ({ path: `/oembed?url=${encodeURIComponent(url)}`, headers });
  await area.control('the URL of a post', oembed('https://www.instagram.com/p/CSgquzkYxhP/'), 200);
  const before = await world.simulator.total();
  for (const url of area.pick(foreignUrls(`http://127.0.0.1:${port}`), 8))
    await area.attempt(`/oembed of ${url}`, oembed(url), [400, 422]);
  const sent = (await world.simulator.total()) - before;
  area.check('no refused URL reaches the upstream', sent > 0 && `${sent} requests did`);
  area.check('no internal address is connected to', connections > 0 && `${connections} connections came`);
  await fetch(`http://127.0.0.1:${port}/`);
  area.verify('the trap sees a connection', connections === 0 && 'it sees none');
  trap.closeAllConnections();
  trap.close();
}
