// Kills API processes and PostgreSQL with SIGKILL while monitors run and messages about card payments arrive: before a run's call, between
// its charge and its state, and at its commit. In the end, each change is one event, each event one webhook, and the ledger that of a
// sequential model. Exits with 1 if not.
import { StripeStub } from '../../../../scripts/lib/stripe-stub.cjs';
import { killFor } from '../harness/faults.mjs';
import { api } from '../harness/product.mjs';
import { playIn, readOptions, say } from '../harness/scenario.mjs';
import { World } from '../harness/world.mjs';
import { CardPayer } from './card-payer.mjs';
import { MonitoredAccount, upstreamSeconds } from './monitored-account.mjs';

const { describeDifferences, reconcile } = api('core/billing/reconcile/reconcile');
const { seed } = readOptions();
const topUpMicros = 10_000_000n;

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
  const [customer, { accountId }] = await world.createCustomers(2, topUpMicros);
  const account = await MonitoredAccount.of(world, customer);
  const payer = new CardPayer(world, stripe, accountId, topUpMicros);
  for (const [number, { at, kill }] of rounds.entries()) {
    await simulator.misbehave({ fault: 'hold' });
    await account.change(number);
    const charged = await account.runUntilHeld();
    // Runs end, and facts about payments are stored, only with these locks.
    const blocker = await database.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM monitors FOR NO KEY UPDATE');
    await blocker.query('SELECT FROM account_profiles WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
    const messages = await payer.pay();
    const sent = messages.flatMap((event) => servers.map((server) => payer.send(server, event)));
    await simulator.misbehave();
    if (at !== 'claimed') {
      await account.release();
      await account.untilCharged(charged);
    }
    if (at === 'committing') await blocker.query('COMMIT');
    const parts = [...servers, database].filter(({ name }) => kill.includes(name));
    await Promise.all(parts.map((part) => killFor(part, 0)));
    await blocker.end().catch(() => undefined);
    await account.release();
    await Promise.all([...sent, account.settle(), payer.sendAll(messages)]);
    say(`round ${number + 1}: ${kill.join(', ')} killed when ${at}`);
  }
  const wrong = [...(await account.check()), ...(await payer.check())];
  for (const server of servers) await server.stop();
  wrong.push(...(await account.deliver()));
  const differences = describeDifferences(await reconcile(dataSource));
  return differences === '0 differences' ? wrong : [...wrong, differences];
}

const stripe = await StripeStub.start();
const variables = { ...stripe.variables, UPSTREAM_TIMEOUT_MS: `${upstreamSeconds * 1_000}` };
await playIn(World, { seed, apis: 2, variables }, play, 'every change is one event, and the ledger is right');
stripe.stop();
