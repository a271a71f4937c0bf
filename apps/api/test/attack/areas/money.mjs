// Calls cannot spend more than the balance, and free requests charge nothing. A top-up or reversal takes effect once.
import { randomUUID } from 'node:crypto';
import { atOnce, countOf } from '../../harness/http.mjs';
import { brief } from '../area.mjs';
import { badAmounts, items } from '../payloads.mjs';

const freePaths = items(`
  /users/1001/followers?cursor=x  /users/x  /nowhere  /posts/!  /system/balance  /resolve/media?pk=2006059184019655369
`);

export async function money(area, world) {
  await topUps(area, world);
  await reversals(area, world);
  await charges(area, world);
  const report = await world.operator(['reconcile']);
  area.check('the ledger reconciles after everything', !report.includes('0 differences') && report);
}

const balanceOf = async (owner) => (await owner.must('GET', '/account')).balance_usd;

async function topUps(area, world) {
  const { support } = world;
  const owner = await world.createOwner('1');
  const topUp = (body, key = randomUUID(), id = owner.accountId) =>
    support.as({
      method: 'POST',
      path: `/support/accounts/${id}/top-ups`,
      body: { note: 'attack', ...body },
      headers: { 'idempotency-key': key },
    });
  await area.control('a good top-up', topUp({ amount_usd: '1.5' }), 201);
  const before = await balanceOf(owner);
  await area.attempts('the amount', area.pick(badAmounts, 12), (amount) => topUp({ amount_usd: amount }), 422);
  const keys = ['', ' ', 'a'.repeat(256), 'a\tb', '\u00e9'];
  await area.attempts('the idempotency key', keys, (key) => topUp({ amount_usd: '1' }, key), 422);
  const notes = ['', ' ', null, 1, 'x'.repeat(501), 'a\u0000b', '\ud800'];
  await area.attempts('the note', notes, (note) => topUp({ amount_usd: '1', note }), 422);
  const ids = ['1', '2', '3', '0', '-1', '999999', 'x', '1e3', `${owner.accountId}.0`];
  await area.attempts('a top-up of the account', ids, (id) => topUp({ amount_usd: '1' }, undefined, id), 404);
  const large = [{}, { confirm_amount_usd: '500' }, { confirm_amount_usd: '5000.1' }, { confirm_amount_usd: '' }];
  await area.attempts('5000 with', large, (confirmed) => topUp({ amount_usd: '5000', ...confirmed }), [409, 422]);
  const after = await balanceOf(owner);
  area.check('refused top-ups credit nothing', after !== before && `the balance is ${after}, not ${before}`);

  const credit = (key, amount) =>
    support.send('POST', `/support/accounts/${owner.accountId}/top-ups`, amount, { 'idempotency-key': key });
  const key = randomUUID();
  const sent = await atOnce(50, () => credit(key, { amount_usd: '2', note: 'once' }));
  const entries = new Set(sent.filter(({ status }) => status === 201).map(({ json }) => json.entry_id));
  area.check('50 top-ups at once under one key', entries.size !== 1 && `${entries.size} entries`);
  const mixed = randomUUID();
  const answers = await atOnce(20, (index) => credit(mixed, { amount_usd: `${index + 1}`, note: 'mixed' }));
  const credited = countOf(answers, 201);
  area.check('20 bodies at once under one key', credited !== 1 && `${credited} were credited`);
}

async function reversals(area, world) {
  const { support } = world;
  const owner = await world.createOwner('5');
  const reverse = () => support.send('POST', `/support/entries/${owner.entryId}/reversal`, { note: 'attack' });
  const raced = countOf(await atOnce(30, reverse), 201);
  area.check('one entry reversed 30 times at once', raced !== 1 && `${raced} times`);
  area.check('the balance after the reversal', Number(await balanceOf(owner)) !== 0 && `is ${await balanceOf(owner)}`);
  const spent = await world.createOwner('0.0012');
  await world.call('/users/1001', spent.key.key);
  const after = await support.send('POST', `/support/entries/${spent.entryId}/reversal`, { note: 'attack' });
  area.check('a reversal of spent money', Number(await balanceOf(spent)) < 0 && brief(after));
  const ids = ['1', 'x', randomUUID(), '00000000-0000-0000-0000-000000000000', `${owner.entryId}'`, '..%2fx'];
  const of = (id) => support.as({ method: 'POST', path: `/support/entries/${id}/reversal`, body: { note: 'x' } });
  await area.attempts('a reversal of', ids, of, 404);
}

async function charges(area, world) {
  const paths = ['/users/1001', '/users/1001/followers', '/hashtags/trail', '/locations/371653515'];
  const rich = await world.createOwner('1');
  const before = await balanceOf(rich);
  const isFree = ({ headers }) => (Number(headers['x-cost-usd'] ?? 0) ? `costs ${headers['x-cost-usd']}` : undefined);
  const withKey = (path) => ({ path, headers: { 'x-api-key': rich.key.key } });
  await area.attempts('a free request:', freePaths, withKey, isFree);
  const after = await balanceOf(rich);
  area.check('free requests charge nothing', after !== before && `the balance is ${after}`);
  const owner = await world.createOwner('1');
  await area.control('before the suspension', { path: '/users/1001', headers: { 'x-api-key': owner.key.key } }, 200);
  await world.support.must('POST', `/support/accounts/${owner.accountId}/suspend`, { note: 'attack' });
  await world.untilStatus(owner.key.key, 403);
  for (const path of paths)
    await area.attempt(`${path} of a suspended account`, { path, headers: { 'x-api-key': owner.key.key } }, 403);
}
