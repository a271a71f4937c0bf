// Creates the participants: customers with money, keys and other rows, a support user, and their browsers.
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../../../scripts/lib/freshness.mjs';
import { api } from '../chaos/servers.mjs';
import { send } from './http.mjs';

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
    const answer = await this.send(method, path, body, headers);
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

export class World {
  secrets = new Map();
  #tenants = 0;

  /** Creates a world with a support user only. @param installation from chaos/, with an API process. */
  static async begin(installation) {
    const world = new World();
    world.installation = installation;
    world.server = installation.servers[0];
    world.baseUrl = `http://127.0.0.1:${world.server.port}`;
    world.db = installation.dataSource;
    world.support = await world.createSupport();
    return world;
  }

  static async open(installation) {
    const world = await World.begin(installation);
    [world.victim, world.stranger, world.bystander] = [
      await world.createOwner(),
      await world.createOwner(),
      await world.createOwner(),
    ];
    for (const owner of [world.victim, world.bystander]) owner.ids = await world.fill(owner);
    return world;
  }

  /** Records a secret that must never leak. The last area searches for a sample of all recorded secrets. */
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
    if (Number(amountUsd) > 0) browser.entryId = (await this.topUp(id, amountUsd)).entry_id;
    browser.key = await this.createKey(browser);
    return browser;
  }

  async topUp(accountId, amountUsd, key = randomUUID()) {
    const body = { amount_usd: amountUsd, note: 'attack' };
    return this.support.must('POST', `/support/accounts/${accountId}/top-ups`, body, { 'idempotency-key': key });
  }

  async createKey(owner, body = {}) {
    const created = await owner.must('POST', '/keys', { name: 'attack', ...body });
    this.remember('API key', created.key);
    while (!body.allowed_ips && (await this.call('/system/balance', created.key)).status === 401) await sleep(20);
    return created;
  }

  call(path, key, headers = {}) {
    return send(this.baseUrl, { path, headers: { ...(key && { 'x-api-key': key }), ...headers } });
  }

  /** Creates rows of every kind for a customer. @returns their ids, as `requestTo` in routes.mjs takes them. */
  async fill(owner) {
    const called = await this.call('/users/1001', owner.key.key);
    const requestId = called.headers['x-request-id'];
    while ((await owner.send('GET', `/requests/${requestId}`)).status !== 200) await sleep(50);
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
    const [passkey] = await this.db.query(
      `INSERT INTO passkeys (user_id, host, credential_id, public_key, counter, transports, is_synced, name, user_agent)
       VALUES ($1, 'localhost', uuid_send(gen_random_uuid()), '', 0, '{}', false, 'attack', '') RETURNING id`,
      [owner.userId],
    );
    const watched = { operation: 'users.by_id', parameters: { user_id: '1001' }, kind: 'changed', fields: ['pk'] };
    const monitor = await owner.must('POST', '/monitors', { ...watched, every_minutes: 60, key_id: owner.key.id });
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

  async operator(words, input = '') {
    const script = join(root, 'apps/api/dist/cli/operator/main.js');
    const run = promisify(execFile)(process.execPath, [script, ...words], {
      env: { ...process.env, ...this.installation.variables },
    });
    run.child.stdin.end(input);
    return (await run).stdout;
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator shows now, or this many steps later. */
export function codeOf(secret, stepsLater = 0) {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return totpCode(key, totpStep(Date.now()) + stepsLater);
}
