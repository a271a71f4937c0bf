// `npm start`: installs and builds what is missing, then runs everything until Ctrl-C.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './lib/freshness.mjs';
import { releaseLock, takeLock } from './lib/lock.mjs';
import { prepare } from './lib/prepare.mjs';
import { showStep } from './lib/progress.mjs';

await prepare('run');
const require = createRequire(import.meta.url);
await require(join(root, 'apps/api/dist/cli/launcher/launch.js')).launch(showStep, { takeLock, releaseLock });
