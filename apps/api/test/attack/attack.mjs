// Starts a product and attacks it over HTTP, area by area. An attempt holds if the product resists it.
// `npm run attack` (some minutes), `-- --short` (a sample of each area), `-- --areas keys,money`, `-- --seed 7` to repeat a run.
// Exits with 1 if an attempt does not hold, and prints each failure with the command that repeats it.
import { Chance } from '../harness/chance.mjs';
import { PeopledWorld } from '../harness/people.mjs';
import { playIn, readOptions, say } from '../harness/scenario.mjs';
import { Area } from './area.mjs';
import { areas } from './areas/index.mjs';

const values = readOptions({ areas: { type: 'string', default: Object.keys(areas).join() } });
const maxShown = 20;
const sampleSize = values.short ? 4 : undefined;
const variables = {
  PUBLIC_URL: 'http://loupe.test',
  CURSOR_SECRET: 'the secret of cursors in this attack',
  SECRETS_KEY: 'the secret of secrets in this attack',
  LOG_LEVEL: 'debug',
};

async function play(world) {
  await world.populate();
  const failures = [];
  for (const name of values.areas.split(',')) {
    const startedMs = performance.now();
    const area = new Area(name, world.baseUrl, new Chance(values.seed), sampleSize);
    // Keeps support's password check fresh during the whole attack.
    await world.support.must('POST', '/session/confirm', { password: world.support.password });
    await areas[name](area, world).catch((error) => area.verify('the area as a whole', error.stack));
    const { tried, held, controls } = area;
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    say(`${name.padEnd(14)} ${tried} tried, ${held} held, ${controls} controls (${seconds} s)`);
    failures.push(...area.failures.slice(0, maxShown));
    if (area.failures.length > maxShown) failures.push(`${name}: ${area.failures.length - maxShown} more like these`);
  }
  return failures;
}

await playIn(PeopledWorld, { seed: values.seed, variables }, play, 'every attempt held');
