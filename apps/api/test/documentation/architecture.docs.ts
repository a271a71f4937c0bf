import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const [, tree] = /^## The tree\n\n```\n([\s\S]+?)\n```$/m.exec(page)!;

/** The paths of the tree, whose lines are indented by two spaces for each folder. */
function treePaths(): string[] {
  const parents: string[] = [];
  return tree!.split('\n').map((line) => {
    const [, indent, name] = /^( *)(\S+)/.exec(line)!;
    parents.length = indent!.length / 2;
    parents.push(name!);
    return parents.join('');
  });
}

describe('docs/architecture.md', () => {
  it('lists only files and folders in its tree that exist', () => {
    expect(treePaths().length).toBeGreaterThan(60);
    expect(treePaths().filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(['apps', 'apps/api/src', 'apps/api/src/core', 'apps/api/src/platform', 'libs'])(
    'lists every folder of %s in its tree',
    (parent) => {
      const folders = readdirSync(join(root, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory());
      expect(treePaths()).toEqual(expect.arrayContaining(folders.map(({ name }) => `${parent}/${name}/`)));
    },
  );

  it('names only files that exist', () => {
    const filesOf = (folder: string) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`);
    const files = [...filesOf('apps/api/src'), ...filesOf('libs/upstream-client/src')];
    const named = [...page.matchAll(/`([\w./-]+\.(?:ts|sql))`/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
  });
});
