// Webhooks: few tests, none for another, nothing told of the network behind, nothing kept for ever.
import { said } from '../area.mjs';

export async function webhooks(area, world) {
  const owner = await world.createOwner();
  const other = await world.createOwner();
  await area.attempt('a test without a webhook', owner.as({ method: 'POST', path: '/webhook/test' }), [404, 409, 422]);
  const { secret } = await owner.must('PUT', '/webhook', { url: 'https://hooks.example.com/attack' });
  world.remember('webhook secret', secret);
  await area.control('a first test', owner.as({ method: 'POST', path: '/webhook/test' }), [200, 201, 202, 204]);
  const tests = [];
  for (let batch = 0; batch < 6; batch++)
    tests.push(...(await Promise.all(Array.from({ length: 5 }, () => owner.send('POST', '/webhook/test')))));
  const accepted = tests.filter(({ status }) => status < 300).length;
  area.claim('30 tests in a moment', accepted > 9 && `${accepted} were accepted`);
  const [{ open }] = await world.db.query(
    'SELECT count(*) AS open FROM webhook_deliveries WHERE account_id = $1 AND delivered_at IS NULL AND next_attempt_at IS NOT NULL',
    [owner.accountId],
  );
  area.claim('tests that wait at the same time', open > 1 && `${open} do`);
  for (const path of ['/webhook', '/webhook/deliveries', '/account'])
    await area.attempt(`${path} after the secret was shown`, owner.as({ path }), ({ text }) =>
      text.includes(secret) ? 'shows the secret' : undefined,
    );
  for (const path of ['/webhook/deliveries', '/webhook'])
    await area.attempt(`${path} of another customer`, other.as({ path }), (answer) =>
      /hooks\.example|whsec/.test(answer.text) ? said(answer) : undefined,
    );
  for (const url of [
    null,
    1,
    [],
    {},
    true,
    '',
    'x'.repeat(2_001),
    ['https://example.com'],
    { url: 'https://example.com' },
  ])
    await area.attempt(
      `the url ${JSON.stringify(url).slice(0, 40)}`,
      other.as({ method: 'PUT', path: '/webhook', body: { url } }),
      422,
    );
  for (const body of [
    {},
    { url: 'https://example.com', secret: 'mine' },
    { url: 'https://example.com', account_id: owner.accountId },
  ])
    await area.attempt(`the body ${JSON.stringify(body)}`, other.as({ method: 'PUT', path: '/webhook', body }), 422);
}
