import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { makeDataDirectory } from '../support/data-directory';

const root = join(__dirname, '../../../..');
const absent = new Set(['node_modules', 'dist', '.git', '.cache', '.data']);
const commands = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).scripts;
const allCommands = ['.', 'apps/dashboard', 'apps/cli', 'libs/client'].flatMap((folder) =>
  Object.entries(commands(folder))
    // A release is built in Docker, so it needs no packages here.
    .filter(([name]) => name !== 'release')
    .map(([name, command]) => [name, folder, command] as const),
);

/** An npm that installs nothing, so that a command ends where it would install. */
const npm = `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const [word, name, separator, ...words] = process.argv.slice(2);
if (word !== 'run') process.exit(1);
const { scripts } = JSON.parse(require('node:fs').readFileSync('package.json', 'utf8'));
process.exit(spawnSync('sh', ['-c', scripts[name], ...words], { stdio: 'inherit' }).status);
`;

describe('a fresh clone', () => {
  const directory = makeDataDirectory('fresh-clone');
  const [clone, programs] = [join(directory, 'clone'), join(directory, 'bin')];
  beforeAll(() => {
    cpSync(root, clone, { recursive: true, filter: (path) => !absent.has(basename(path)) });
    mkdirSync(programs);
    writeFileSync(join(programs, 'npm'), npm, { mode: 0o755 });
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it.each(allCommands)('installs packages before it runs the command %s of %s', (_name, folder, command) => {
    const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` };
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: join(clone, folder), env, encoding: 'utf8' });
    expect(stderr).toMatch(/^Installing packages.*\n(.*\n)*loupe: npm could not install packages; see above\n$/);
    expect(status).toBe(1);
  });
});
