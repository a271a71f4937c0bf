// The monitors of an account whose events go to a webhook, and what their runs leave in the database.
import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { send, untilServed } from '../harness/http.mjs';
import { until } from '../harness/part.mjs';
import { api } from '../harness/product.mjs';
import { patiently } from '../harness/verdict.mjs';
import { actor, webhooksOn } from '../webhooks/webhooks.mjs';

const { createWebhookClient, postWebhook } = api('core/notifications/webhooks/webhook-post');

/** No call that the simulator holds may end by itself, however busy the machine is. */
export const upstreamSeconds = 60;
/** A run may take 15 s longer than its call. */
const leaseSeconds = upstreamSeconds + 15;
const users = [1001, 1002];
const watches = [
  ['users.by_id', 'changed', ['follower_count']],
  ['users.reels', 'new_items', []],
];
const baselines = `monitor_runs WHERE outcome = 'baseline'`;
const ended = `monitor_runs WHERE outcome IN ('baseline', 'unchanged', 'changed', 'skipped')`;
const unsettled = 'monitors WHERE next_run_at IS NULL OR next_run_at <= now()';
const charges = `ledger.transfers t WHERE kind = 'charge' AND NOT EXISTS (SELECT FROM ledger.reversals r WHERE r.transfer_id = t.id)`;

export class MonitoredAccount {
  /** By id: the user, the kind, and the events that the monitor must have in the end. */
  monitors = new Map();

  /** Resolves when each monitor has its baseline. */
  static async of(world, { accountId, apiKey }) {
    const { webhooks, outbox } = webhooksOn(world.dataSource);
    const account = Object.assign(new MonitoredAccount(), { world, apiKey, outbox });
    const endpoint = { accountId, url: 'https://example.com/', events: ['monitor.event'], actor };
    await world.dataSource.transaction((db) => webhooks.create(db, endpoint));
    for (const user of users) {
      await account.#setFollowers(user, 0);
      for (const [operation, kind, fields] of watches) {
        const [{ id }] = await account.#query(
          `INSERT INTO monitors (account_id, key_family_id, name, operation, parameters, kind, fields, every_minutes)
           SELECT account_id, key_family_id, 'Kills', $2, jsonb_build_object('user_id', $3::text), $4, $5, 15 FROM api_keys WHERE account_id = $1
           RETURNING id`,
          [accountId, operation, `${user}`, kind, fields],
        );
        account.monitors.set(id, { user, kind, events: [] });
      }
    }
    await until('each monitor has its baseline', async () => {
      const [, postponed] = await account.#query(`UPDATE monitors SET next_run_at = now()
        WHERE next_run_at > now() AND NOT EXISTS (SELECT FROM ${baselines} AND monitor_id = monitors.id)`);
      return postponed === 0 && (await account.#count(baselines)) === account.monitors.size;
    });
    return account;
  }

  #query(sql, values) {
    return patiently(() => this.world.dataSource.query(sql, values));
  }

  /** Changes what each monitor watches. @param number how many changes there were before */
  async change(number) {
    for (const { user, kind, events } of this.monitors.values())
      if (kind === 'changed') {
        await this.#setFollowers(user, number + 1);
        events.push(`${number}>${number + 1}`);
      } else {
        const { posts } = await this.#control('posts', { user_id: user, format: 'reel' });
        events.push(...posts.map(({ pk }) => pk));
      }
  }

  /** Starts all runs. @returns the number of charges before; resolves when the upstream holds the call of each run. */
  async runUntilHeld() {
    await this.#untilEachIsChargedOnce();
    const charged = await this.#count(charges);
    await until('the upstream holds all runs', async () => {
      // Also those that a busy process has postponed. What is under way has no next run.
      await this.#makeDue();
      const { held } = await this.world.simulator.get('held');
      return held === this.monitors.size;
    });
    return charged;
  }

  /** Lets the calls that the upstream holds go on. */
  release() {
    return this.#control('release', {});
  }

  untilCharged(before) {
    const expected = before + this.monitors.size;
    return until('all runs are charged', async () => (await this.#count(charges)) === expected);
  }

  /** Waits until all changes are reported. What was interrupted or postponed runs again now, not in a minute. */
  async settle() {
    await this.#endLeases(0);
    await until('all changes are reported', async () => {
      await sleep(500);
      await this.#endLeases(5);
      const complete = await Promise.all(
        [...this.monitors].map(async ([id, { events }]) => `${await this.#eventsOf(id)}` === `${events}`),
      );
      // A run that is due or under way could reach into the next round.
      if (complete.every(Boolean)) return (await this.#count(unsettled)) === 0;
      await this.#makeDue();
      return false;
    });
  }

  /** Ends leases of killed processes early. @param seconds how long the others may still run */
  async #endLeases(seconds) {
    await this.#query(
      `UPDATE monitor_runs SET leased_until = now()
       WHERE ended_at IS NULL AND leased_until < now() + make_interval(secs => $1)`,
      [leaseSeconds - seconds],
    );
  }

  /** Each run that ended was charged once, and callers read the events of each monitor in order. @returns the failures, in words */
  async check() {
    await this.#untilEachIsChargedOnce();
    const wrong = [];
    const [{ port }] = this.world.servers;
    const headers = { 'x-api-key': this.apiKey };
    for (const [id, { events }] of this.monitors) {
      const request = { path: `/monitors/${id}/events`, headers };
      const { json } = await untilServed(() => send(`http://127.0.0.1:${port}`, request));
      const pulled = json.items.map(inWords);
      if (`${pulled}` !== `${events}`) wrong.push(`events of monitor ${id}: ${pulled} instead of ${events}`);
    }
    return wrong;
  }

  /**
   * Sends all webhooks to a receiver that dies at every third: each event has one webhook-id, however often it is sent.
   * @returns the failures, in words
   */
  async deliver() {
    const ids = new Map();
    let requests = 0;
    const receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { id } = JSON.parse(body).data;
      ids.set(id, (ids.get(id) ?? new Set()).add(request.headers['webhook-id']));
      if (++requests % 3 === 0) request.socket.destroy();
      else response.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    await this.#query('UPDATE webhook_endpoints SET url = $1', [`http://127.0.0.1:${receiver.address().port}/`]);
    const client = createWebhookClient({ agent: new Agent(), isAllowed: () => true });
    await until('all events are delivered', async () => {
      await this.#query(
        'UPDATE webhook_deliveries SET next_attempt_at = now(), leased_until = NULL WHERE delivered_at IS NULL AND coalesce(leased_until < now(), true)',
      );
      await this.outbox.deliver((message) => postWebhook(message, client));
      const [{ open }] = await this.#query(
        'SELECT count(*) AS open FROM webhook_deliveries WHERE delivered_at IS NULL',
      );
      return Number(open) === 0;
    });
    await this.outbox.stop();
    receiver.close();
    const expected = (await this.#query('SELECT id FROM monitor_events ORDER BY id')).map(({ id }) => id);
    const delivered = [...ids.keys()].sort((a, b) => a - b);
    const twice = [...ids].filter(([, webhookIds]) => webhookIds.size > 1).map(([id]) => id);
    return [
      ...(`${delivered}` === `${expected}` ? [] : [`delivered events ${delivered} instead of ${expected}`]),
      ...(twice.length > 0 ? [`events with several webhook-ids: ${twice}`] : []),
    ];
  }

  async #eventsOf(id) {
    return (await this.#query('SELECT * FROM monitor_events WHERE monitor_id = $1 ORDER BY id', [id])).map(inWords);
  }

  /** Charges that committed late are reversed a moment later. */
  #untilEachIsChargedOnce() {
    const isCharged = async () => (await this.#count(charges)) === (await this.#count(ended));
    return until('each run that ended is charged once', isCharged);
  }

  async #count(from) {
    return Number((await this.#query(`SELECT count(*) FROM ${from}`))[0].count);
  }

  #makeDue() {
    return this.#query('UPDATE monitors SET next_run_at = now() WHERE next_run_at IS NOT NULL');
  }

  #setFollowers(user, follower_count) {
    return this.#control('changes', { id: `${user}`, values: { follower_count } });
  }

  async #control(path, body) {
    const { url } = this.world.simulator;
    const response = await fetch(`${url}/_sim/${path}`, { method: 'POST', body: JSON.stringify(body) });
    return response.json();
  }
}

const inWords = ({ item_id, before, after }) => item_id ?? `${before}>${after}`;
