// Password and code guesses are limited, codes and links work once, and a reset ends sign-ins with the old password.
import { randomBytes } from 'node:crypto';
import { atOnce, countOf } from '../../harness/http.mjs';
import { codeOf } from '../../harness/people.mjs';
import { brief } from '../area.mjs';

export async function signIn(area, world) {
  await passwords(area, world);
  await secondFactors(area, world);
  await links(area, world);
}

async function passwords(area, world) {
  const owner = await world.createOwner('0');
  const guess = (email) => world.browser().signIn(email, 'a wrong guess at it');
  const replies = [await guess(owner.email), await guess('nobody-at-all@example.com')].map(
    ({ status, json }) => `${status} ${json.detail}`,
  );
  area.check('known and unknown emails get the same response', replies[0] !== replies[1] && replies.join(' / '));
  const { password } = owner;
  const change = (next) =>
    owner.as({ method: 'PUT', path: '/password', body: { current_password: password, new_password: next } });
  const poor = ['password1234', 'aaaaaaaaaaaa', '123456789012', owner.email, 'short', 'qwertyuiopas'];
  await area.attempts('the new password', poor, change, 422);
  const guesser = world.browser();
  const checked = countOf(await atOnce(40, () => guesser.signIn(owner.email, 'a wrong guess at it')), 401);
  area.check('40 guesses at once from one IP', checked > 10 && `${checked} of them were checked`);
  if (!area.isShort) {
    const checkedByEmail = countOf(await atOnce(150, () => guess(owner.email)), 401);
    area.check('150 guesses at once, each from its own IP', checkedByEmail > 120 && `${checkedByEmail} were checked`);
  }
  // The guesses must not lock the owner out on a trusted device.
  const confirmed = await owner.send('POST', '/session/confirm', { password });
  area.check('a guesser does not block step-up', confirmed.status !== 200 && brief(confirmed));
  await owner.send('DELETE', '/session');
  const back = await owner.signIn(owner.email, password);
  area.check('a guesser does not lock out a trusted device', back.status !== 200 && brief(back));
}

async function secondFactors(area, world) {
  const owner = await world.createOwner('0');
  const { secret, codes } = await owner.enrol();
  const { email, password } = owner;
  const enter = (second_factor) => ({ method: 'POST', path: '/session', body: { email, password, second_factor } });
  const wrong = area.pick(['', ' ', 'null', '0000000', '１２３４５６', "' OR 1=1", codes[0].slice(1)], 2, 4);
  await area.attempts('the code', wrong, (code) => world.browser().as(enter(code)), [401, 422]);
  await area.attempt('no code at all', world.browser().as({ ...enter(), body: { email, password } }), 401);
  const code = codeOf(secret, 1);
  const admitted = countOf(await atOnce(8, () => world.browser().signIn(email, password, code)), 200);
  area.check('one code used eight times at once', admitted !== 1 && `${admitted} got in`);
  await area.attempt('a code that was used', world.browser().as(enter(code)), [401, 429]);
  const other = await world.createOwner('0');
  const theirs = await other.enrol();
  const recover = () => world.browser().signIn(other.email, other.password, theirs.codes[1]);
  const recovered = countOf(await atOnce(6, recover), 200);
  area.check('one recovery code used six times at once', recovered !== 1 && `${recovered} got in`);
  const third = await world.createOwner('0');
  await third.enrol();
  const guess = (index) => world.browser().signIn(third.email, third.password, `${100_000 + index}`);
  const checked = countOf(await atOnce(30, guess), 401);
  area.check('30 guesses at a code at once', checked > 10 && `${checked} of them were checked`);
}

/** One-time links work once, end open sessions, and win against a concurrent sign-in with the old password. */
async function links(area, world) {
  const issue = async ({ userId }) => {
    const { url } = await world.support.must('POST', `/support/users/${userId}/password-link`);
    return world.remember('link', url.split('#').at(-1));
  };
  const path = '/password-links/accept';
  const accept = (token) => world.browser().send('POST', path, { token, password: world.newPassword() });
  const tried = (token) => world.browser().as({ method: 'POST', path, body: { token, password: world.newPassword() } });
  const owner = await world.createOwner('0');
  const link = await issue(owner);
  const forms = ['x', link.slice(1), `${link}A`, link.toLowerCase(), `${link}%00`, "' OR '1'='1", '*'];
  await area.attempts('the link', [...forms, randomBytes(32).toString('base64url')], tried, [400, 401, 404, 422]);
  const accepted = countOf(await atOnce(6, () => accept(link)), 200);
  area.check('one link used six times at once', accepted !== 1 && `${accepted} set a password`);
  await area.attempt('a link that was used', tried(link), [400, 401, 404]);
  await area.attempt('a session from before the link', owner.as({ path: '/session' }), 401);
  const host = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const poisoned = await world.support.send('POST', `/support/users/${owner.userId}/password-link`, {}, host);
  area.check('a Host header does not set the host of links', poisoned.text.includes('evil.example') && brief(poisoned));
  for (let round = 0; round < (area.isShort ? 1 : 5); round++) {
    const victim = await world.createOwner('0');
    const token = await issue(victim);
    const thieves = Array.from({ length: 6 }, () => world.browser());
    const signIns = thieves.map((thief) => thief.signIn(victim.email, victim.password));
    const reset = await accept(token);
    await Promise.all(signIns);
    const alive = await Promise.all(thieves.map((thief) => thief.send('GET', '/session')));
    const left = countOf(alive, 200);
    area.verify('the link is accepted', reset.status !== 200 && brief(reset));
    area.check('a reset ends concurrent sign-ins with the old password', left > 0 && `${left} sessions are open`);
  }
}
