// What callers, owners and strangers do all day, each in a separate loop: slow readers, callers that disconnect, whole
// lists, invalid calls, dashboards, keys that come and go.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../harness/http.mjs';
import { paths } from '../harness/load.mjs';

const invalid = [
  { path: '/users/abc/followers', expected: [422] },
  { path: '/users/1001/followers?Cursor=x', expected: [422] },
  { path: '/users/1001/followers?cursor=forged', expected: [400] },
  { path: '/posts/!', expected: [400] },
  { path: '/no/such/route', expected: [404] },
  { path: '/users/1001', method: 'POST', body: {}, expected: [405] },
  { path: '/users/1001', headers: { 'x-api-key': 'loupe_live_unknown' }, expected: [401] },
];
const pages = ['/overview', '/usage', '/requests', '/ledger', '/account', '/keys', '/requests.csv', '/ledger.csv'];

export class Mix {
  done = {};
  wrong = [];
  #stopped = false;
  #isPaused = false;
  #paused = 0;
  #running = [];
  #confirmedAtMs = performance.now();

  /**
   * @param parts `owner` signed in, with money; `keyring` the owner in another browser, because re-authentication replaces a
   * browser's cookie; `random` and `choose` as the seed says.
   */
  constructor(parts) {
    Object.assign(this, parts);
  }

  start(sets = 1) {
    const loops = [this.#walk, this.#readSlowly, this.#disconnect, this.#sendInvalid, this.#lookAtDashboard];
    const all = [...Array.from({ length: sets }, () => loops).flat(), this.#useKeys];
    this.#running = all.map((loop) => this.#repeat(loop));
  }

  async stop() {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  /** Resolves when no request is in flight. No loop sends another one until {@link resume}. */
  async pause() {
    this.#isPaused = true;
    while (this.#paused < this.#running.length) await sleep(20);
  }

  resume() {
    this.#isPaused = false;
  }

  async #waitWhilePaused() {
    this.#paused++;
    while (this.#isPaused && !this.#stopped) await sleep(20);
    this.#paused--;
  }

  async #repeat(loop) {
    while (!this.#stopped) {
      await loop.call(this).catch((error) => {
        // A busy machine may miss a deadline, so a 503 is no failure.
        if (/ 503 /.test(error.message)) this.#count('refused');
        else this.#expect(false, `${loop.name}: ${error.stack}`);
      });
      await sleep(50 + this.random() * 100);
      await this.#waitWhilePaused();
    }
  }

  #count(what) {
    this.done[what] = (this.done[what] ?? 0) + 1;
  }

  #expect(holds, text) {
    if (!holds && this.wrong.length < 20) this.wrong.push(text);
  }

  get #baseUrl() {
    return `http://127.0.0.1:${this.choose(this.servers).port}`;
  }

  async #call(path, apiKey = this.owner.key.key) {
    const answer = await send(this.#baseUrl, { path, headers: { 'x-api-key': apiKey } });
    if (answer.status === 0) this.history.unanswered++;
    else this.history.record(this.owner.accountId, answer);
    return answer;
  }

  async #walk() {
    const path = this.choose(['/users/1001/followers', '/users/1001/following', '/users/1014/reels']);
    let cursor = '';
    // On a slow machine, the first walk may outlast the run.
    for (let pages = 1; !this.#stopped || !this.done.walks; pages++) {
      const { status, json } = await this.#call(path + cursor);
      if (status !== 200) return this.#count(`walk ended by ${status}`);
      if (!json.has_more) return this.#count('walks');
      this.#expect(pages < 1_000, `${path} does not end`);
      cursor = `?cursor=${encodeURIComponent(json.next_cursor)}`;
      await this.#waitWhilePaused();
    }
  }

  /** A caller reads a long response slowly. */
  #readSlowly() {
    return this.#get('/users/1014/posts', async (response) => {
      for await (const _ of response) await sleep(150);
      this.history.record(this.owner.accountId, { status: response.statusCode, headers: response.headers });
      this.#count('slow readers');
    });
  }

  #disconnect() {
    return this.#get(
      this.choose(paths),
      async (response) => {
        for await (const _ of response);
        this.history.record(this.owner.accountId, { status: response.statusCode, headers: response.headers });
      },
      this.random() * 40,
    );
  }

  async #get(path, read, disconnectAfterMs) {
    const [server, headers] = [this.choose(this.servers), { 'x-api-key': this.owner.key.key }];
    await new Promise((resolve, reject) => {
      const request = get({ host: '127.0.0.1', port: server.port, path, headers, agent: false });
      request.on('error', reject);
      request.on('response', (response) => read(response).then(resolve, reject));
      if (disconnectAfterMs !== undefined) setTimeout(() => request.destroy(new Error('enough')), disconnectAfterMs);
    }).catch(() => {
      this.history.unanswered++;
      this.#count('hung up');
    });
  }

  async #sendInvalid() {
    const { path, method, body, headers, expected } = this.choose(invalid);
    const address = `10.${Array.from({ length: 3 }, () => Math.floor(this.random() * 256)).join('.')}`;
    const own = { 'x-api-key': this.owner.key.key, 'x-forwarded-for': address, ...headers };
    const answer = await send(this.#baseUrl, { path, method, body, headers: own });
    this.#expect([...expected, 503].includes(answer.status), `${path} got ${answer.status} ${answer.text}`);
    this.#expect((answer.headers['x-cost-usd'] ?? '0') === '0', `${path} cost ${answer.headers['x-cost-usd']}`);
    this.#count('invalid calls');
  }

  async #lookAtDashboard() {
    const path = this.choose(pages);
    const { status, text } = await this.owner.send('GET', path);
    // Downloads are limited, and cut off if the database times out a statement.
    const expected = path.endsWith('.csv') ? [200, 429, 503, 0] : [200, 503];
    this.#expect(expected.includes(status), `${path} got ${status} ${text}`);
    this.#count('dashboard pages');
    await sleep(200);
  }

  /** A key from its first use to its last, with a rotation in between. */
  async #useKeys() {
    // Creating keys needs a password typed within the last ten minutes.
    if (performance.now() > this.#confirmedAtMs + 240_000) {
      await this.keyring.must('POST', '/session/confirm', { password: this.keyring.password });
      this.#confirmedAtMs = performance.now();
    }
    const { id, key } = await this.keyring.must('POST', '/keys', { name: 'soak' });
    await this.#until(key, 200);
    const next = await this.keyring.must('POST', `/keys/${id}/rotate`, { overlap_seconds: 0 });
    await this.#until(next.key, 200);
    await this.#until(key, 401);
    await this.keyring.must('DELETE', `/keys/${next.id}`);
    await this.#until(next.key, 401);
    this.#count('keys made, rotated and revoked');
    await sleep(1_000);
  }

  /** Polls with a key until every process responds with this status. */
  async #until(apiKey, status) {
    for (const server of this.servers) {
      for (let tries = 0; ; tries++) {
        await this.#waitWhilePaused();
        const headers = { 'x-api-key': apiKey };
        const answer = await send(`http://127.0.0.1:${server.port}`, { path: '/system/balance', headers });
        if (answer.status === status) break;
        if (tries > 600) throw new Error(`a key still gets ${answer.status}, not ${status}`);
        await sleep(50);
      }
    }
  }
}
