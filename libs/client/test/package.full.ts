import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';

const client = join(__dirname, '..');
const tsc = join(client, '../../node_modules/typescript/bin/tsc');

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'loupe-client-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function run(program: string, words: string[], cwd = directory): string {
  try {
    return execFileSync(program, words, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${words.join(' ')}: ${stdout}${stderr}`);
  }
}
const build = (...words: string[]) => run(process.execPath, [join(client, 'scripts/build.mjs'), ...words]);

describe('the minified bundle', () => {
  let code: string;
  beforeAll(() => {
    build('--minify', join(directory, 'minified'));
    code = readFileSync(join(directory, 'minified/index.js'), 'utf8');
  });

  it('has at most 5 KB after gzip', () => {
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(5_120);
  });

  it('is a single file without imports', () => {
    expect(readdirSync(join(directory, 'minified'))).toEqual(['index.js']);
    expect(code).not.toMatch(/\bimport\b|\brequire\b|node:/);
  });

  it('uses only globals of the web platform', async () => {
    const requested: string[] = [];
    const send = async (url: string) => {
      requested.push(url);
      return new Response('{"pk":"1"}', { headers: { 'x-cost-usd': '0.0006' } });
    };
    const web = {
      fetch: send,
      Headers,
      crypto,
      performance,
      setTimeout,
      clearTimeout,
      URL,
      URLSearchParams,
      TextDecoder,
    };
    const script = code.replace(
      /export\s*\{([^}]*)\};?\s*$/,
      (_, names: string) => `({${names.replace(/([\w$]+) as (\w+)/g, '$2: $1')}})`,
    );
    const { Loupe } = runInNewContext(script, { ...web, AbortController, Uint8Array, TypeError });
    const loupe = new Loupe({ baseUrl: 'https://loupe.example/', apiKey: 'key' });
    expect(await loupe.users.byId('1')).toEqual({ pk: '1' });
    expect(requested).toEqual(['https://loupe.example/users/1']);
  });
});

const caller = `
import { isLoupeError, Loupe, type CompactUser, type Page, type Profile } from '@loupe/client';
import { download, type MediaFile, media } from '@loupe/client/media';

const loupe = new Loupe({ baseUrl: 'https://loupe.example', apiKey: 'key', maxCostUsd: '1' });
export const profile: PromiseLike<Profile> = loupe.users.byId('1', { fields: ['pk'], maxAge: 60 });
export async function walk(): Promise<string[]> {
  const page: Page<CompactUser> = await loupe.users.followers('1');
  for await (const post of loupe.users.posts('1')) if (post.taken_at > 0) return [post.code ?? '', page.next ?? ''];
  const { meta } = await loupe.posts.byId('x').withMeta();
  return (await loupe.search.users('trail', { limit: 3 }).toArray({ limit: 3 })).map(({ username }) => \`\${username} \${meta.requestId}\`);
}
export const counted = async (ids: readonly (number | bigint | string)[]) => Promise.all(ids.map((id) => loupe.users.byId(id, { fields: 'pk' })));
const faulty = new Loupe({ baseUrl: 'https://loupe.example', apiKey: 'key', fault: 'http_503', headers: { 'x-trace': '1' } });
export const ask = (fault: string) => faulty.posts.comments(7, { user_id: 1012, fault, headers: { 'x-trace': '2' } });
export const files = async (): Promise<MediaFile[]> => media(await loupe.posts.byId('x'));
export const save = async () => (await download(loupe, await loupe.posts.byId('x'), 0, 'x.jpg')).costUsd;
// @ts-expect-error: a header has one value
loupe.users.byId(1, { headers: { 'x-trace': 1 } });
// @ts-expect-error: comments cannot be requested without the owner of the post
loupe.posts.comments('x', {});
// @ts-expect-error: no such operation
loupe.users.friends('1');
export const known = (error: unknown) => isLoupeError(error) && error.code === 'private_account' && error.errors[0]?.parameter;
`;

describe('the package installed into an empty folder', () => {
  beforeAll(() => {
    build();
    const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', directory], client));
    writeFileSync(join(directory, 'package.json'), '{"private":true,"type":"module"}');
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--offline', join(directory, filename)]);
  });

  it('has no dependencies', () => {
    expect(readdirSync(join(directory, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@loupe']);
    const installed = readdirSync(join(directory, 'node_modules/@loupe/client')).sort();
    expect(installed).toEqual(['README.md', 'dist', 'package.json']);
  });

  const check = `process.stdout.write(typeof new Loupe({ baseUrl: 'http://x', apiKey: '' }).users.followers + typeof download)`;

  it('can be imported', () => {
    const code = `import { Loupe } from '@loupe/client'; import { download } from '@loupe/client/media'; ${check}`;
    expect(run(process.execPath, ['--input-type=module', '-e', code])).toBe('functionfunction');
  });

  it('can be required', () => {
    const code = `const { Loupe } = require('@loupe/client'); const { download } = require('@loupe/client/media'); ${check}`;
    expect(run(process.execPath, ['--input-type=commonjs', '-e', code])).toBe('functionfunction');
  });

  it.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('type-checks strictly with module %s and resolution %s', (module, resolution) => {
    writeFileSync(join(directory, 'caller.ts'), caller);
    const strictly = '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --target es2023'.split(' ');
    run(process.execPath, [tsc, ...strictly, '--module', module, '--moduleResolution', resolution, 'caller.ts']);
  });
});
