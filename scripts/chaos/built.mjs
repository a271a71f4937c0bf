// What was built from the sources: the script drives the product, not a copy of it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/freshness.mjs';

const load = createRequire(join(root, 'apps/api/package.json'));

/** A built module of the API, by its path below `src`. */
export const api = (path) => load(join(root, 'apps/api/dist', `${path}.js`));

export const apiScript = join(root, 'apps/api/dist/main.js');
export const simulatorScript = join(root, 'apps/upstream-sim/dist/main.js');
