import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../../../..');

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifestOf = (workspace: string): Manifest =>
  JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));

/** The npm workspaces. A pattern of the root's package.json names one folder or, with `/*`, every folder below it. */
function workspaces(): string[] {
  return manifestOf('.').workspaces!.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    const folders = readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
    // The Python client is not an npm workspace.
    return folders.filter((folder) => existsSync(join(root, folder, 'package.json')));
  });
}

/** Folders with their own package.json: the workspaces, and the tools that some tests install. */
const folders = () => [...workspaces(), 'apps/api/test/openapi/tools'];

function explained(): Map<string, string[]> {
  const sections = readFileSync(join(root, 'docs/dependencies.md'), 'utf8').split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.split('\n', 1)[0]!,
      [...section.matchAll(/^- `([^`]+)`: \S/gm)].map(([, name]) => name!),
    ]),
  );
}

function declared(workspace: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifestOf(workspace);
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    (name) => !name.startsWith('@loupe/'),
  );
}

describe('docs/dependencies.md', () => {
  it('has a section for each package.json and no other', () => {
    expect([...explained().keys()].sort()).toEqual(['package.json', ...folders()].sort());
  });

  it.each(['.', ...folders()])('explains every dependency of %s, and nothing else', (workspace) => {
    const lines = explained().get(workspace === '.' ? 'package.json' : workspace);
    expect(lines?.toSorted()).toEqual(declared(workspace).sort());
  });
});

interface Locked {
  link?: boolean;
  dev?: boolean;
  resolved?: string;
}

const locked: Record<string, Locked> = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
const packages = Object.entries(locked).filter(([path, { link }]) => path.includes('node_modules/') && !link);
const filesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe('what npm start installs', () => {
  it('is at most 450 MB', () => {
    const installed = packages.filter(([path, { dev }]) => !dev && existsSync(join(root, path)));
    // The packages inside a package have entries of their own.
    const files = installed.flatMap(([path]) =>
      filesBelow(path).filter(({ parentPath }) => !parentPath.slice(join(root, path).length).includes('node_modules')),
    );
    const blocks = files.reduce((sum, file) => sum + lstatSync(join(file.parentPath, file.name)).blocks, 0);
    expect(files.length).toBeGreaterThan(10_000);
    expect((blocks * 512) / 2 ** 20).toBeLessThan(450);
  });

  it('has its address in the lockfile, so that npm asks the registry for nothing else', () => {
    const without = packages.filter(([, { resolved }]) => !/^https:\/\/[^/]+\/.+\.tgz$/.test(resolved ?? ''));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it.each([
    ...workspaces()
      .filter((workspace) => workspace !== 'bench')
      .map((workspace) => `${workspace}/src`),
    'scripts/lib',
  ])('contains every package that %s imports', (folder) => {
    const code = filesBelow(folder).filter(({ name }) => /(?<!\.(spec|full|docs))\.(tsx?|mjs|css)$/.test(name));
    const imports = code.flatMap(({ parentPath, name }) => [
      ...readFileSync(join(parentPath, name), 'utf8').matchAll(
        /^(?!import type).*(?:from|import|import\() ?'((?:@[^/']+\/)?[^./'][^/']*)[^']*'/gm,
      ),
    ]);
    const entryOf = (name: string) =>
      locked[`${dirname(folder)}/node_modules/${name}`] ?? locked[`node_modules/${name}`];
    expect(imports.map(([, name]) => name!).filter((name) => entryOf(name)?.dev)).toEqual([]);
  });
});
