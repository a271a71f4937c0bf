import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
