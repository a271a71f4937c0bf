// Webhook tests are limited, accounts cannot see or use each other's endpoints, and no response shows the secret again.

import { atOnce } from '../../harness/http.mjs';
import { brief } from '../area.mjs';

export async function webhooks(area, world) {
  const owner = await world.createOwner();
  const other = await world.createOwner();
  const events = ['key.expiring'];
  const { id, secret } = await owner.must('POST', '/webhooks', { url: 'https://hooks.example.com/attack', events });
  world.remember('webhook secret', secret);
  const test = () => owner.send('POST', `/webhooks/${id}/test`);
  await area.control('a first test', owner.as({ method: 'POST', path: `/webhooks/${id}/test` }), 202);
  let accepted = 0;
  for (let batch = 0; batch < 6; batch++)
    accepted += (await atOnce(5, test)).filter(({ status }) => status < 300).length;
  area.check('30 webhook tests in quick succession', accepted > 9 && `${accepted} were accepted`);
  const waiting = 'account_id = $1 AND delivered_at IS NULL AND next_attempt_at IS NOT NULL';
  const open = await world.dataSource.query(`SELECT FROM webhook_deliveries WHERE ${waiting}`, [owner.accountId]);
  area.check('webhook tests that wait at the same time', open.length > 1 && `${open.length} wait`);
  const [delivery] = (await owner.must('GET', `/webhooks/${id}/deliveries`)).items;
  const resend = () => owner.send('POST', `/webhooks/deliveries/${delivery.id}/resend`);
  const again = (await atOnce(20, resend)).filter(({ status }) => status < 300).length;
  area.check('a test that is sent again to pass the limit of tests', again > 9 && `${again} were accepted`);
  const add = () => owner.send('POST', '/webhooks', { url: 'https://hooks.example.com/more', events });
  const added = (await atOnce(10, add)).filter(({ status }) => status < 300).length;
  area.check('ten more endpoints at once', added !== 4 && `${added} were added`);

  const ownView = (path) => owner.as({ path });
  const hidesSecret = ({ text }) => (text.includes(secret) ? 'shows the secret' : undefined);
  const views = ['/webhooks', `/webhooks/${id}/deliveries`, `/webhooks/${id}/secret`, '/account'];
  await area.attempts('after creation:', views, ownView, hidesSecret);
  const hidesOther = (answer) => (/hooks\.example|whsec/.test(answer.text) ? brief(answer) : undefined);
  await area.attempts("a stranger's", views, (path) => other.as({ path }), hidesOther);
  for (const path of [
    `/webhooks/${id}/rotate-secret`,
    `/webhooks/${id}/test`,
    `/webhooks/deliveries/${delivery.id}/resend`,
  ])
    await area.attempt(`a stranger's ${path}`, other.as({ method: 'POST', path, body: {} }), 404);
  const make = (body) => other.as({ method: 'POST', path: '/webhooks', body });
  const urls = [null, 1, [], {}, true, '', 'x'.repeat(2_001), ['https://example.com'], { url: 'https://example.com' }];
  await area.attempts('the url', urls, (url) => make({ url, events }), 422);
  const url = 'https://example.com';
  const kinds = [null, 1, [], {}, 'test', ['test'], [['key.expiring']], Array(1_000).fill('key.expiring')];
  await area.attempts('the events', kinds, (given) => make({ url, events: given }), 422);
  const bodies = [{}, { url, events, secret: 'mine' }, { url, events, account_id: owner.accountId }];
  await area.attempts('the body', bodies, make, 422);
}
