// `npm run stack` starts a highly available Loupe on this machine, prints its addresses and a key, and runs until Ctrl-C.
// `-- --check` instead kills the primary under load and restarts the API processes in turn, and exits with 1 if a check
// fails; `-- --check --short` sends fewer requests. `-- --postgres-bin FOLDER` uses this PostgreSQL, not the newest.
import { once } from 'node:events';
import { playIn, readOptions, say } from '../harness/scenario.mjs';
import { check } from './check.mjs';
import { Stack } from './stack.mjs';

const values = readOptions({ check: { type: 'boolean', default: false }, 'postgres-bin': { type: 'string' } });
const form = values.short
  ? { perSecond: 30, requests: 300, isBusy: true, variables: { LAME_DUCK_SECONDS: '8' }, etcdSize: 1 }
  : { perSecond: 100, requests: 20_000, killsPatroni: true, silentSeconds: 8 };

async function show(stack) {
  const [{ apiKey }] = await stack.createCustomers(1, 10_000_000n);
  const { url, folder, parts, servers, prometheus, databaseUrl } = stack;
  say(`API          ${url}`);
  say(`key          ${apiKey}`);
  say(`metrics      ${servers.map(({ managementPort }) => `http://127.0.0.1:${managementPort}/metrics`).join(' ')}`);
  say(`Prometheus   ${prometheus.url}`);
  say(`database     ${databaseUrl}`);
  say(`logs         ${folder.path}`);
  for (const { name, pid, port } of parts.values())
    say(`${name.padEnd(16)} process ${pid}${port ? `, port ${port}` : ''}`);
  say(`\ncurl -H 'x-api-key: ${apiKey}' ${url}/users/1001/followers\n\nPress Ctrl-C to stop.`);
  return once(process, 'exit');
}

const startedMs = performance.now();
await playIn(
  Stack,
  { ...form, seed: values.seed, postgresBin: values['postgres-bin'] },
  (stack) => {
    say(`started in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
    return values.check ? check(stack, form) : show(stack);
  },
  'no charge was lost or doubled, no request failed during the restarts',
);
