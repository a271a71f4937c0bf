// The people of a world: customers with money, keys and other rows, a support user, and their browsers.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { send, untilServed } from './http.mjs';
import { until } from './part.mjs';
import { api, loupe } from './product.mjs';
import { World } from './world.mjs';

const { totpCode, totpStep } = api('core/identity/totp');
const base = '/dashboard/api';

/** A browser with its own cookies and its own IP behind the proxy. */
export class Browser {
  cookies = new Map();
  address = `10.${[...randomBytes(3)].join('.')}`;

  constructor(world) {
    this.world = world;
  }

  /** Adds this browser's cookies to a request. @param path below the dashboard's API unless it is absolute. */
  as({ path, headers, ...request }) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = { 'x-forwarded-for': this.address, ...(cookie && { cookie }), ...headers };
    return { ...request, path: path.startsWith(base) ? path : base + path, headers: own };
  }

  async send(method, path, body, headers = {}) {
    const answer = await send(this.world.baseUrl, this.as({ method, path, body, headers }));
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      this.cookies.set(name, value);
      this.world.remember('cookie', value);
    }
    return answer;
  }

  async must(method, path, body, headers) {
    const answer = await untilServed(() => this.send(method, path, body, headers));
    if (answer.status < 300 && answer.status > 0) return answer.json;
    throw new Error(`${method} ${path} got ${answer.status} ${answer.text}`);
  }

  async signIn(email, password, secondFactor) {
    Object.assign(this, { email, password });
    return this.send('POST', '/session', { email, password, ...(secondFactor && { second_factor: secondFactor }) });
  }

  get token() {
    return this.cookies.get('loupe_session');
  }

  async enrol() {
    const { secret } = await this.must('POST', '/second-factor');
    const { recovery_codes: codes } = await this.must('POST', '/second-factor/confirm', { code: codeOf(secret) });
    for (const text of [secret, ...codes]) this.world.remember('second factor', text);
    return { secret, codes };
  }
}

/** A world with people: customers and support in their browsers, on the first API process. */
export class PeopledWorld extends World {
  /** Every secret that was used, and its kind. None may leak. */
  secrets = new Map();
  #tenants = 0;

  async build(options) {
    // Lets each browser send its own IP in X-Forwarded-For.
    await super.build({ ...options, variables: { TRUSTED_PROXIES: '127.0.0.1', ...options.variables } });
    [this.server] = this.servers;
    this.baseUrl = `http://127.0.0.1:${this.server.port}`;
    this.support = await this.createSupport();
  }

  /** Creates three customers, two of which have rows of every kind. */
  async populate() {
    for (const name of ['victim', 'stranger', 'bystander']) this[name] = await this.createOwner();
    for (const owner of [this.victim, this.bystander]) owner.ids = await this.fill(owner);
  }

  remember(kind, text) {
    if (text?.length >= 6) this.secrets.set(text, kind);
    return text;
  }

  browser() {
    return new Browser(this);
  }

  newPassword() {
    return this.remember('password', `pw ${randomBytes(9).toString('hex')}`);
  }

  async createSupport() {
    const [email, password] = [`support-${randomBytes(4).toString('hex')}@example.com`, this.newPassword()];
    await this.operator(['create-user', '--email', email, '--role', 'support', '--password-stdin'], password);
    return this.signedIn(email, password);
  }

  async signedIn(email, password) {
    const browser = this.browser();
    const { status, text } = await browser.signIn(email, password);
    if (status !== 200) throw new Error(`sign-in of ${email}: ${status} ${text}`);
    return browser;
  }

  async createOwner(amountUsd = '100') {
    const name = `Tenant ${++this.#tenants}-${randomBytes(6).toString('hex')}`;
    const [email, password] = [`${name.toLowerCase().replace(' ', '-')}@example.com`, this.newPassword()];
    const body = { name, owner_email: email, owner_password: password };
    const { id, owner } = await this.support.must('POST', '/support/accounts', body);
    const browser = Object.assign(await this.signedIn(email, password), { name, accountId: id, userId: owner.id });
    if (Number(amountUsd) > 0) {
      const credit = { amount_usd: amountUsd, note: 'attack' };
      const headers = { 'idempotency-key': randomUUID() };
      const { entry_id } = await this.support.must('POST', `/support/accounts/${id}/top-ups`, credit, headers);
      browser.entryId = entry_id;
    }
    browser.key = await this.createKey(browser);
    return browser;
  }

  async createKey(owner, body = {}) {
    const created = await owner.must('POST', '/keys', { name: 'attack', ...body });
    this.remember('API key', created.key);
    const [from] = body.allowed_ips?.[0].split('/') ?? [];
    await this.untilStatus(created.key, 200, from && { 'x-forwarded-for': from });
    return created;
  }

  /** Waits until the process answers a key with this status: it learns of a change of the key a moment later. */
  untilStatus(key, status, headers = {}) {
    const isAnswered = async () => (await this.call('/system/balance', key, headers)).status === status;
    return until(`status ${status} for a key`, isAnswered);
  }

  call(path, key, headers = {}) {
    return send(this.baseUrl, { path, headers: { ...(key && { 'x-api-key': key }), ...headers } });
  }

  /** Creates rows of every kind for a customer. @returns their ids, as `requestTo` in routes.mjs takes them. */
  async fill(owner) {
    const requestId = await this.untilLogged(owner, await this.call('/users/1001', owner.key.key));
    const reason = { requests_per_second: 20, reason: 'more' };
    await owner.must('POST', `/keys/${owner.key.id}/rate-request`, reason);
    const hook = { url: 'https://hooks.example.com/victim', events: ['key.expiring'] };
    const endpoint = await owner.must('POST', '/webhooks', hook);
    this.remember('webhook secret', endpoint.secret);
    const { id: delivery_id } = await owner.must('POST', `/webhooks/${endpoint.id}/test`);
    const deliveries = `/webhooks/${endpoint.id}/deliveries`;
    while ((await owner.must('GET', deliveries)).items.some(({ state }) => state === 'pending')) await sleep(50);
    const manager = await owner.must('POST', '/management-tokens', { name: 'attack' });
    this.remember('management token', manager.token);
    const [passkey] = await this.dataSource.query(
      `INSERT INTO passkeys (user_id, host, credential_id, public_key, counter, transports, is_synced, name, user_agent)
       VALUES ($1, 'localhost', uuid_send(gen_random_uuid()), '', 0, '{}', false, 'attack', '') RETURNING id`,
      [owner.userId],
    );
    const watched = { operation: 'users.by_id', parameters: { user_id: '1001' }, kind: 'changed', fields: ['pk'] };
    const monitor = await owner.must('POST', '/monitors', { ...watched, every_minutes: 60, key_id: owner.key.id });
    await this.#untilRun(owner, monitor.id);
    const [session] = (await owner.must('GET', '/sessions')).items;
    const note = await this.support.must('POST', `/support/accounts/${owner.accountId}/notes`, { text: 'victim' });
    const open = (await this.support.must('GET', '/support/rate-requests')).items;
    return {
      account_id: owner.accountId,
      user_id: owner.userId,
      entry_id: owner.entryId,
      request_id: requestId,
      note_id: note.id,
      keys: owner.key.id,
      monitors: monitor.id,
      passkeys: passkey.id,
      sessions: session.id,
      webhooks: endpoint.id,
      'management-tokens': manager.id,
      delivery_id,
      'rate-requests': open.find(({ account_id }) => account_id === owner.accountId).id,
    };
  }

  /** Waits until the first run of a monitor has ended: its charge must not come later, when nothing of its owner may change. */
  async #untilRun(owner, id) {
    await until('the first run of a monitor', async () => {
      const { last_run: run } = await owner.must('GET', `/monitors/${id}`);
      // On a busy machine, Loupe may postpone it.
      if (['postponed', 'failed'].includes(run?.outcome)) await owner.send('POST', `/monitors/${id}/run`);
      return run?.outcome === 'baseline';
    });
  }

  /** Waits until the request log has this response, and so all earlier ones: it is written in order. @returns the request's id */
  async untilLogged(owner, { headers }) {
    const id = headers['x-request-id'];
    await until('a row in the request log', async () => (await owner.send('GET', `/requests/${id}`)).status === 200);
    return id;
  }

  /** Sets the rate of a customer's key, and waits until the process knows it. */
  async limit({ key }, perSecond) {
    await this.support.must('PATCH', `/support/keys/${key.id}`, { rate_limit_per_second: perSecond });
    const policy = async () => (await this.call('/system/balance', key.key)).headers['ratelimit-policy'];
    await until('the rate to be known', async () => (await policy())?.includes(`q=${perSecond};`));
  }

  async balanceOf({ key }) {
    return (await this.call('/system/balance', key.key)).json.balance_usd;
  }

  /** Runs a command of the operator. @returns its output */
  async operator(words, input) {
    const { status, stdout, output } = await loupe(this.variables, words, input);
    if (status !== 0) throw new Error(`${words[0]} ended with ${status}: ${output}`);
    return stdout;
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator shows now, or this many steps later. */
export function codeOf(secret, stepsLater = 0) {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return totpCode(key, totpStep(Date.now()) + stepsLater);
}
