// `npm start`: installs and builds what is missing, then runs everything until Ctrl-C.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './lib/freshness.mjs';
import { prepare } from './lib/prepare.mjs';

await prepare();
const require = createRequire(import.meta.url);
await require(join(root, 'apps/api/dist/cli/launcher/launch.js')).launch();
