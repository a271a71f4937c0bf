import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tools } from './installed-tools';

const root = join(__dirname, '../../../../..');
const document = join(root, 'apps/api/openapi.json');

/** A program that reads mandatory members without a check, and uses the types of list items. */
const reader = (types: string) => `
import type { Caption, CarouselChild, Comment, CommentPage, ImageFile, ImageVersions, Media, MediaLocation, MediaPage,
  Problem, ProblemCode, Profile, UserPage, UserRef, VideoVersion } from '${types}';

export const pks = (page: UserPage): string[] => page.items.map(({ pk }) => pk);
export const next = ({ next_cursor }: MediaPage | CommentPage): string | null => next_cursor;
export const handle = ({ username }: Profile | UserRef): string | null | undefined => username;
export const said = ({ text, user }: Comment): string => (user?.username ?? '') + text;
export const largest = ({ image_versions2 }: Media | CarouselChild): ImageFile | undefined => image_versions2?.candidates?.[0];
export const title = ({ caption }: Media): string | null => (caption as Caption | null)?.text ?? null;
export const parts: [ImageVersions?, VideoVersion?, MediaLocation?] = [];

// Known codes have their own type; future codes are strings.
const meanings: Partial<Record<ProblemCode, string>> = { invalid_cursor: 'start again' };
// @ts-expect-error: no such code
export const misspelt: ProblemCode = 'invalid_cursr';
export const isKnown = (code: string): code is ProblemCode => code in meanings;
export const meaning = ({ code }: Problem): string | undefined => (isKnown(code) ? meanings[code] : code);
// Upstream values may be unknown to this client.
export const kind = ({ media_type, product_type }: Media): [number, string] => [media_type, product_type];
`;

describe('a client generated for TypeScript', () => {
  let directory: string;
  beforeAll(() => {
    mkdirSync(join(root, '.cache'), { recursive: true });
    directory = mkdtempSync(join(root, '.cache', 'generators-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const run = (program: string, script: string, ...words: string[]): string => {
    try {
      return execFileSync(program, [script, ...words], { cwd: directory, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${script}: ${stdout}${stderr}`);
    }
  };
  const tool = (script: string) => join(tools.directory, 'node_modules', script);
  const strictly = (...files: string[]) => {
    const checks = '--ignoreConfig --noEmit --strict --noUncheckedIndexedAccess --types node --typeRoots'.split(' ');
    const platform = '--module esnext --moduleResolution bundler --target es2023 --lib es2023,dom,dom.iterable';
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    run(process.execPath, compiler, ...checks, join(root, 'node_modules/@types'), ...platform.split(' '), ...files);
  };

  it('by openapi-ts compiles strictly, and its mandatory members are not optional', () => {
    run(tools.node, tool('@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', 'openapi-ts', '--no-log-file');
    writeFileSync(join(directory, 'openapi-ts-reader.ts'), reader('./openapi-ts'));
    strictly('openapi-ts-reader.ts', 'openapi-ts/sdk.gen.ts');
  });

  it('by orval compiles strictly, and its mandatory members are not optional', () => {
    run(tools.node, tool('orval/dist/bin/orval.mjs'), '--input', document, '--output', 'orval.ts', '--client', 'fetch');
    writeFileSync(join(directory, 'orval-reader.ts'), reader('./orval'));
    strictly('orval-reader.ts');
  });
});
