import assert from 'node:assert/strict';
import { Load } from '../load.mjs';
import { runProgram } from '../run-program.mjs';

const price = 600n;
/** Addresses that are reserved for documentation. */
const [host, stranger] = ['2001:db8:98::1', '2001:db8:98::2'];

/** Passes `work` a function that runs a script in a network namespace whose requests arrive from `stranger`. */
async function withStranger(work) {
  const ip = (...words) => runProgram('ip', words);
  await ip('netns', 'add', 'loupe-stranger');
  try {
    await ip('link', 'add', 'loupe-host', 'type', 'veth', 'peer', 'name', 'loupe-far', 'netns', 'loupe-stranger');
    await ip('address', 'add', `${host}/64`, 'dev', 'loupe-host', 'nodad');
    await ip('link', 'set', 'loupe-host', 'up');
    await ip('-n', 'loupe-stranger', 'address', 'add', `${stranger}/64`, 'dev', 'loupe-far', 'nodad');
    await ip('-n', 'loupe-stranger', 'link', 'set', 'loupe-far', 'up');
    await work((script) => ip('netns', 'exec', 'loupe-stranger', process.execPath, '--eval', script));
  } finally {
    await ip('netns', 'delete', 'loupe-stranger');
  }
}

export const serving = [
  [
    'A response costs its price, and the balance falls by it.',
    async (loupe) => {
      loupe.customer = await loupe.createCustomer(6);
      const before = await loupe.balanceMicros(loupe.customer);
      const answer = await loupe.call('/users/1001', { key: loupe.customer.keys[0] });
      assert.equal(answer.headers['x-cost-usd'], '0.000600', answer.body);
      assert.equal(await loupe.balanceMicros(loupe.customer), before - price);
    },
  ],
  [
    'Two processes share the rate limit of a key.',
    async (loupe) => {
      const startedMs = performance.now();
      const load = new Load(loupe, { keys: [loupe.customer.keys[0]] }, 60);
      await load.untilMore(240);
      await load.stop();
      const answered = load.answers.filter(({ status }) => status !== 429);
      const seconds = (performance.now() - startedMs) / 1_000;
      // Ten a second, plus ten for a second that has begun. Separate limits per process would admit twice as many.
      assert.ok(
        answered.length > 5 * seconds && answered.length <= 10 * (seconds + 1),
        `${load.inWords()} in ${seconds} s`,
      );
      assert.deepEqual(
        load.unexpected.filter(({ status }) => status !== 429),
        [],
      );
      return load.inWords();
    },
  ],
  [
    'The audit log shows the IPv6 address of a caller.',
    async (loupe) => {
      await withStranger((run) =>
        run(`require('node:https').request({ host: '${host}', servername: 'loupe.localhost', method: 'POST',
          path: '/dashboard/api/session', rejectUnauthorized: false,
          headers: { host: 'loupe.localhost', 'content-type': 'application/json' },
        }, (response) => response.resume()).end(JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' }))`),
      );
      assert.equal(await loupe.query('SELECT address FROM audit_log ORDER BY id DESC LIMIT 1'), stranger);
    },
  ],
  [
    'An operator can export an account as the guide says, and the log shows the cost of requests.',
    async (loupe) => {
      await loupe.follow('personal-data', 'Export an account', (commands) =>
        commands.replaceAll('1001', loupe.customer.id),
      );
      const log = await loupe.compose(['logs', '--no-log-prefix', '--no-color', 'api-1', 'api-2']);
      const lines = log
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line));
      assert.ok(lines.some(({ request_id: id, cost_usd: cost }) => id && cost === '0.000600'));
    },
  ],
];
