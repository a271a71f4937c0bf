// `npm run test:containers` makes releases in a real Docker and installs them, from the first start to restores of the database.
// It needs root on Debian. It downloads Docker, builds images from Debian's packages, and caches all downloads in
// .cache for the next run.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failing } from './checks/failing.mjs';
import { releasing } from './checks/releasing.mjs';
import { restoring } from './checks/restoring.mjs';
import { serving } from './checks/serving.mjs';
import { starting } from './checks/starting.mjs';
import { cache, Engine, getEngine } from './engine.mjs';
import { Installation } from './installation.mjs';
import { Releases } from './releases.mjs';
import { makeStandIns } from './stand-ins.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

async function step(title, work) {
  const startedMs = performance.now();
  const result = await work();
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1).padStart(6);
  say(`${seconds} s  ${title}${typeof result === 'string' ? ` (${result})` : ''}`);
}

const missing = spawnSync(process.execPath, [join(import.meta.dirname, 'engine.mjs')], { encoding: 'utf8' }).stdout;
if (missing) {
  say(`not tested: needs ${missing}`);
  process.exit(0);
}
mkdirSync(cache, { recursive: true });
let [engine, loupe, failed, cleaning] = [];
function clean() {
  cleaning ??= Promise.resolve(loupe?.remove())
    .catch((error) => say(error.message))
    .then(() => engine?.stop());
  return cleaning;
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void clean().finally(() => process.exit(130)));
const startedMs = performance.now();
try {
  await step('Docker and Compose are available.', getEngine);
  engine = new Engine();
  await step('Docker runs.', () => engine.start());
  await step('Images that replace those of registries are built.', () => makeStandIns(engine));
  loupe = new Installation(engine, new Releases(engine));
  for (const [title, work] of [...releasing, ...starting, ...serving, ...failing, ...restoring])
    await step(title, () => work(loupe)).catch((error) => {
      throw new Error(`FAILED    ${title}`, { cause: error });
    });
} catch (error) {
  failed = error;
  say(`${error.message}\n${error.cause?.stack ?? error.stack}`);
  const logs = join(cache, 'failed.log');
  writeFileSync(logs, (await loupe?.compose(['logs', '--no-color', '--timestamps']).catch(String)) ?? '');
  say(`The logs of the containers are in ${logs}.`);
}
await clean();
if (!failed) say(`Every check passed in ${((performance.now() - startedMs) / 60_000).toFixed(1)} minutes.`);
process.exit(failed ? 1 : 0);
