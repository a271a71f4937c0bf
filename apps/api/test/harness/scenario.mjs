// A scenario is a script: it reads its options, and plays in a world, whose end decides its exit code.
import { parseArgs } from 'node:util';
import { Chance } from './chance.mjs';

/** Every scenario takes `--short` and `--seed`, and prints its seed. @param options further ones, as `parseArgs` takes them */
export function readOptions(options = {}) {
  const usual = {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  };
  const { values } = parseArgs({ options: { ...usual, ...options } });
  return { ...values, chance: new Chance(values.seed) };
}

export const say = (line) => process.stdout.write(`${line}\n`);

/** @returns a function that writes a fact to the list unless it holds */
export const checkInto = (wrong, about) => (holds, text) => holds || wrong.push(`${about}: ${text}`);

/**
 * Starts a world, plays in it and stops it. If `play` returns failures, prints them, keeps logs and data, and exits with 1.
 * @param Kind of the world; @param options of its start, and the seed to print; @param success the last line otherwise
 */
export async function playIn(Kind, { seed, ...options }, play, success) {
  say(`seed ${seed}`);
  const starting = Kind.start(options);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await (await starting.catch(() => undefined))?.stop();
      process.exit(130);
    });
  const world = await starting;
  const failures = await play(world).catch((error) => [error.stack]);
  await world.stop({ keep: failures.length > 0 });
  if (failures.length === 0) return say(success);
  say(`${failures.join('\n')}\nlogs and data are in ${world.folder.path}`);
  process.exit(1);
}
