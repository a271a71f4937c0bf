// `npm run stack` starts a highly available Loupe on this machine, prints its addresses and a key, and runs until Ctrl-C.
// `-- --check` instead kills the primary under load and restarts the API processes in turn, and exits with 1 if a check
// fails; `-- --check --short` sends fewer requests. `-- --postgres-bin FOLDER` uses this PostgreSQL, not the newest.
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { prepare } from '../../../../scripts/lib/prepare.mjs';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    'postgres-bin': { type: 'string' },
  },
});
const form = values.short
  ? { perSecond: 30, requests: 300, isBusy: true, variables: { LAME_DUCK_SECONDS: '3' }, etcdSize: 1 }
  : { perSecond: 100, requests: 20_000, killsPatroni: true, silentSeconds: 8 };

const say = (text) => process.stdout.write(`${text}\n`);

function describe({ url, directory, parts, servers, prometheus, databaseUrl }, apiKey) {
  say(`API          ${url}`);
  say(`key          ${apiKey}`);
  say(`metrics      ${servers.map(({ managementPort }) => `http://127.0.0.1:${managementPort}/metrics`).join(' ')}`);
  say(`Prometheus   ${prometheus.url}`);
  say(`database     ${databaseUrl}`);
  say(`logs         ${directory.path}`);
  for (const { name, pid, port } of parts.values())
    say(`${name.padEnd(16)} process ${pid}${port ? `, port ${port}` : ''}`);
  say(`\ncurl -H 'x-api-key: ${apiKey}' ${url}/users/1001/followers\n\nPress Ctrl-C to stop.`);
}

await prepare();
const { Stack } = await import('./stack.mjs');
const { check } = await import('./check.mjs');
const startedMs = performance.now();
const starting = Stack.start({ ...form, postgresBin: values['postgres-bin'] });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await (await starting.catch(() => undefined))?.stop();
    process.exit(130);
  });
}
const stack = await starting.catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
say(`started in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
if (values.check) {
  const wrong = await check(stack, form).catch((error) => [error.stack]);
  await stack.stop({ keep: wrong.length > 0 });
  if (wrong.length > 0) say(`${wrong.join('\n')}\nlogs and data are in ${stack.directory.path}`);
  else say('no charge was lost or doubled, no request failed during the restarts');
  process.exit(wrong.length > 0 ? 1 : 0);
}
const customer = await stack.createCustomer();
await stack.topUp(customer, 10_000_000n, 'demo');
describe(stack, customer.apiKey);
await once(process, 'exit');
