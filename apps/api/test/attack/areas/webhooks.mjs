// Webhook tests are limited, accounts cannot see each other's webhooks, and no response shows the secret again.
import { brief } from '../area.mjs';
import { atOnce } from '../http.mjs';

export async function webhooks(area, world) {
  const owner = await world.createOwner();
  const other = await world.createOwner();
  await area.attempt('a test without a webhook', owner.as({ method: 'POST', path: '/webhook/test' }), [404, 409, 422]);
  const { secret } = await owner.must('PUT', '/webhook', { url: 'https://hooks.example.com/attack' });
  world.remember('webhook secret', secret);
  await area.control('a first test', owner.as({ method: 'POST', path: '/webhook/test' }), [200, 201, 202, 204]);
  const test = () => owner.send('POST', '/webhook/test');
  let accepted = 0;
  for (let batch = 0; batch < 6; batch++)
    accepted += (await atOnce(5, test)).filter(({ status }) => status < 300).length;
  area.check('30 webhook tests in quick succession', accepted > 9 && `${accepted} were accepted`);
  const waiting = 'account_id = $1 AND delivered_at IS NULL AND next_attempt_at IS NOT NULL';
  const open = await world.db.query(`SELECT FROM webhook_deliveries WHERE ${waiting}`, [owner.accountId]);
  area.check('webhook tests that wait at the same time', open.length > 1 && `${open.length} wait`);

  const ownView = (path) => owner.as({ path });
  const hidesSecret = ({ text }) => (text.includes(secret) ? 'shows the secret' : undefined);
  await area.attempts('after creation:', ['/webhook', '/webhook/deliveries', '/account'], ownView, hidesSecret);
  const hidesOther = (answer) => (/hooks\.example|whsec/.test(answer.text) ? brief(answer) : undefined);
  await area.attempts("a stranger's", ['/webhook/deliveries', '/webhook'], (path) => other.as({ path }), hidesOther);
  const set = (body) => other.as({ method: 'PUT', path: '/webhook', body });
  const urls = [null, 1, [], {}, true, '', 'x'.repeat(2_001), ['https://example.com'], { url: 'https://example.com' }];
  await area.attempts('the url', urls, (url) => set({ url }), 422);
  const url = 'https://example.com';
  await area.attempts('the body', [{}, { url, secret: 'mine' }, { url, account_id: owner.accountId }], set, 422);
}
