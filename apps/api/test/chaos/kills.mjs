// Kills API processes and PostgreSQL with SIGKILL while monitors run and messages about card payments arrive: before a run's call, between
// its charge and its state, and at its commit. In the end, each change is one event, each event one webhook, and the ledger that of a
// sequential model. Exits with 1 if not.
import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { StripeStub } from '../../../../scripts/lib/stripe-stub.cjs';
import { killFor } from '../harness/faults.mjs';
import { until } from '../harness/part.mjs';
import { api } from '../harness/product.mjs';
import { playIn, readOptions, say } from '../harness/scenario.mjs';
import { patiently } from '../harness/verdict.mjs';
import { World } from '../harness/world.mjs';
import { actor, webhooksOn } from '../webhooks/webhooks.mjs';

const { PaymentsRepository } = api('core/billing/payments/payments.repository');
const { StripeApi } = api('core/billing/payments/stripe-api');
const { describeDifferences, reconcile } = api('core/billing/reconcile/reconcile');
const { createWebhookClient, postWebhook } = api('core/notifications/webhooks/webhook-post');
const stripeStub = await StripeStub.start();

/** No call that the simulator holds may end by itself, however busy the machine is. */
const upstreamSeconds = 60;
/** A run may take 15 s longer than its call. */
const leaseSeconds = upstreamSeconds + 15;
const users = [1001, 1002];
const micros = { topUp: 10_000_000n, payment: 5_000_000n };

/** Where the runs are when the process dies, and which parts die. */
const rounds = [
  { at: 'claimed', kill: ['api-1', 'api-2'] },
  { at: 'charged', kill: ['api-1', 'api-2'] },
  { at: 'charged', kill: ['PostgreSQL'] },
  { at: 'committing', kill: ['api-2'] },
  { at: 'committing', kill: ['api-1', 'api-2', 'PostgreSQL'] },
];

async function play(world) {
  const { dataSource, database, servers, simulator } = world;
  const query = (sql, values) => patiently(() => dataSource.query(sql, values));
  const count = async (from, ...values) => Number((await query(`SELECT count(*) FROM ${from}`, values))[0].count);

  const [customer, payer] = await world.createCustomers(2, micros.topUp);
  const { accountId } = customer;
  const { webhooks, outbox } = webhooksOn(dataSource);
  const endpoint = { accountId, url: 'https://example.com/', events: ['monitor.event'], actor };
  await dataSource.transaction((db) => webhooks.create(db, endpoint));

  const control = async (path, body) => {
    const response = await fetch(`${simulator.url}/_sim/${path}`, { method: 'POST', body: JSON.stringify(body) });
    return response.json();
  };
  const setFollowers = (user, follower_count) => control('changes', { id: `${user}`, values: { follower_count } });

  /** Monitor id → its user, and the events that it must have in the end. */
  const monitors = new Map();
  for (const user of users) {
    await setFollowers(user, 0);
    for (const [operation, kind, fields] of [
      ['users.by_id', 'changed', ['follower_count']],
      ['users.reels', 'new_items', []],
    ]) {
      const [{ id }] = await query(
        `INSERT INTO monitors (account_id, key_family_id, name, operation, parameters, kind, fields, every_minutes)
         SELECT account_id, key_family_id, 'Kills', $2, jsonb_build_object('user_id', $3::text), $4, $5, 15 FROM api_keys WHERE account_id = $1
         RETURNING id`,
        [accountId, operation, `${user}`, kind, fields],
      );
      monitors.set(id, { user, kind, events: [] });
    }
  }
  const ended = `monitor_runs WHERE outcome IN ('baseline', 'unchanged', 'changed', 'skipped')`;
  const baselines = `monitor_runs WHERE outcome = 'baseline'`;
  const underWay = 'monitor_runs WHERE ended_at IS NULL';
  const charges = `ledger.transfers t WHERE kind = 'charge' AND NOT EXISTS (SELECT FROM ledger.reversals r WHERE r.transfer_id = t.id)`;
  const eventsOf = async (id) =>
    (await query('SELECT * FROM monitor_events WHERE monitor_id = $1 ORDER BY id', [id])).map(
      ({ item_id, before, after }) => item_id ?? `${before}>${after}`,
    );
  /** Ends leases of killed processes early, and of all that do not end within some seconds. */
  const endLeases = (seconds) =>
    query(
      `UPDATE monitor_runs SET leased_until = now()
       WHERE ended_at IS NULL AND leased_until < now() + make_interval(secs => $1)`,
      [leaseSeconds - seconds],
    );
  const makeDue = () => query('UPDATE monitors SET next_run_at = now() WHERE next_run_at IS NOT NULL');
  const isComplete = async ([id, { events }]) => `${await eventsOf(id)}` === `${events}`;

  /** Waits until all changes are reported. What was interrupted or postponed runs again now, not in a minute. */
  const settle = () =>
    until('all changes are reported', async () => {
      await sleep(500);
      await endLeases(5);
      if (await count(underWay)) return false;
      const complete = await Promise.all([...monitors].map(isComplete));
      if (complete.every(Boolean)) return true;
      await makeDue();
      return false;
    });

  const stripe = new StripeApi(stripeStub.variables);
  const payments = new PaymentsRepository();
  let keptMicros = micros.topUp;

  /** A payment, of which some is refunded, and whose first refund fails. @returns the messages */
  async function pay() {
    const [{ id }] = await query('INSERT INTO payments (account_id, amount_micros) VALUES ($1, $2) RETURNING id', [
      payer.accountId,
      `${micros.payment}`,
    ]);
    const checkout = { paymentId: id, accountId: payer.accountId, amountMicros: micros.payment, createdAt: new Date() };
    const session = await stripe.createCheckout({ ...checkout, returnUrl: 'http://localhost/' });
    await payments.saveCheckout(dataSource, id, session.id, session.url);
    const paid = stripeStub.pay(id);
    const refund = stripeStub.refund(id, 200);
    keptMicros += micros.payment - 1_000_000n;
    return [paid, refund, stripeStub.failRefund(refund), stripeStub.refund(id, 100)];
  }

  const send = ({ port }, event) => stripeStub.deliver(`http://127.0.0.1:${port}`, event).catch(() => ({}));
  /** Like Stripe, sends a message again until it is accepted. */
  const sendAll = (events) =>
    Promise.all(
      events.map((event) => until(`${event.type} is accepted`, async () => (await send(servers[0], event)).ok)),
    );

  const kill = (parts) =>
    Promise.all([
      ...servers.filter(({ name }) => parts.includes(name)).map((server) => killFor(server, 0)),
      ...(parts.includes('PostgreSQL') ? [killFor(database, 0)] : []),
    ]);

  await until('each monitor has its baseline', async () => (await count(baselines)) === monitors.size);
  await settle();
  for (const [number, { at, kill: parts }] of rounds.entries()) {
    await simulator.misbehave({ fault: 'hold' });
    for (const monitor of monitors.values())
      if (monitor.kind === 'changed') {
        await setFollowers(monitor.user, number + 1);
        monitor.events.push(`${number}>${number + 1}`);
      } else {
        const { posts } = await control('posts', { user_id: monitor.user, format: 'reel' });
        monitor.events.push(...posts.map(({ pk }) => pk));
      }
    const charged = await count(charges);
    await makeDue();
    await until('the upstream holds all runs', async () => {
      const { held } = await simulator.get('held');
      return held === monitors.size;
    });
    // Runs end, and facts about payments are stored, only with these locks.
    const blocker = await database.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM monitors FOR NO KEY UPDATE');
    await blocker.query('SELECT FROM account_profiles WHERE id = $1 FOR NO KEY UPDATE', [payer.accountId]);
    const messages = await pay();
    const sent = messages.flatMap((event) => servers.map((server) => send(server, event)));
    await simulator.misbehave();
    if (at !== 'claimed') {
      await control('release', {});
      await until('all runs are charged', async () => (await count(charges)) === charged + monitors.size);
    }
    if (at === 'committing') await blocker.query('COMMIT');
    await kill(parts);
    await blocker.end().catch(() => undefined);
    await control('release', {});
    await endLeases(0);
    await Promise.all([...sent, settle(), sendAll(messages)]);
    say(`round ${number + 1}: ${parts.join(', ')} killed when ${at}`);
  }

  await until('each run that ended is charged once', async () => (await count(charges)) === (await count(ended)));
  const failures = [];
  const require = (what, actual, expected) => {
    if (`${actual}` !== `${expected}`) failures.push(`${what}: ${actual} instead of ${expected}`);
  };
  const ids = (await query('SELECT id FROM monitor_events ORDER BY id')).map(({ id }) => id);
  for (const id of monitors.keys()) {
    const headers = { 'x-api-key': customer.apiKey };
    const { items } = await (
      await fetch(`http://127.0.0.1:${servers[0].port}/monitors/${id}/events`, { headers })
    ).json();
    const pulled = items.map(({ item_id, before, after }) => item_id ?? `${before}>${after}`);
    require(`events of monitor ${id}`, pulled, monitors.get(id).events);
  }
  const [held] = await query('SELECT balance_micros, debt_micros FROM ledger.accounts WHERE account_id = $1', [
    payer.accountId,
  ]);
  require('balance of the payer', held.balance_micros, keptMicros);
  require('debt of the payer', held.debt_micros, 0);
  for (const server of servers) await server.stop();
  const webhookIds = await deliverAll(query, outbox);
  require('events that were delivered', [...webhookIds.keys()].sort((a, b) => a - b), ids);
  require('webhook-ids', [...webhookIds.values()].flatMap((of) => [...of]).length, ids.length);
  require('reconciliation', describeDifferences(await reconcile(dataSource)), '0 differences');
  return failures;
}

/** Sends all webhooks to a receiver that dies at every third. @returns the webhook-ids of each event */
async function deliverAll(query, outbox) {
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
  await query('UPDATE webhook_endpoints SET url = $1', [`http://127.0.0.1:${receiver.address().port}/`]);
  const client = createWebhookClient({ agent: new Agent(), isAllowed: () => true });
  await until('all events are delivered', async () => {
    await query(
      'UPDATE webhook_deliveries SET next_attempt_at = now(), leased_until = NULL WHERE delivered_at IS NULL AND coalesce(leased_until < now(), true)',
    );
    await outbox.deliver((message) => postWebhook(message, client));
    const [{ open }] = await query('SELECT count(*) AS open FROM webhook_deliveries WHERE delivered_at IS NULL');
    return Number(open) === 0;
  });
  await outbox.stop();
  receiver.close();
  return ids;
}

const { seed } = readOptions();
const variables = { ...stripeStub.variables, UPSTREAM_TIMEOUT_MS: `${upstreamSeconds * 1_000}` };
await playIn(World, { seed, apis: 2, variables }, play, 'every change is one event, and the ledger is right');
stripeStub.stop();
