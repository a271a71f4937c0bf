// `npm test`: prepares what is missing, then runs every test. Arguments are passed on to Jest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './lib/freshness.mjs';
import { prepare } from './lib/prepare.mjs';

await prepare();
const jest = join(root, 'node_modules/jest/bin/jest.js');
const { status } = spawnSync(process.execPath, [jest, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
