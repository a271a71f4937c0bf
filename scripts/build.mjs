// `npm run build`: installs what the build needs if it is missing, and builds.
import { prepareLock } from './lib/freshness.mjs';
import { withLock } from './lib/lock.mjs';
import { installPackages } from './lib/prepare.mjs';

await installPackages('run');
const { build } = await import('./lib/build.mjs');
await withLock(prepareLock, build);
