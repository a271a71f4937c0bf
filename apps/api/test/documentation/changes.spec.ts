import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const checkout = join(__dirname, '../../../..');
const run = (...words: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [join(checkout, 'scripts/change.mjs'), ...words], {
    encoding: 'utf8',
  });
  return { status, said: stderr.split('\n', 1)[0] };
};

describe('the changelog', () => {
  const root = mkdtempSync(join(tmpdir(), 'loupe-changes-'));
  const here = `--root=${root}`;
  beforeAll(() => {
    const seen = [
      'apps/api/openapi.json',
      'apps/api/dashboard-openapi.json',
      'docs/errors.md',
      'docs/configuration.md',
    ];
    for (const path of [...seen, 'docs/changes', 'CHANGELOG.md'])
      cpSync(join(checkout, path), join(root, path), { recursive: true });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('knows every change that users see in this checkout', () => {
    expect(run('--check')).toEqual({ status: 0, said: '' });
  });

  it('wants a file for a change that has none, and holds its sentence then', () => {
    writeFileSync(join(root, 'docs/errors.md'), '# Other errors\n');
    expect(run('--check', here)).toEqual({ status: 1, said: expect.stringContaining('add a change file') });
    expect(run('Fixed', 'Errors are right.', here).status).toBe(0);
    expect(run('--check', here).status).toBe(0);
    const [, unreleased] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
    expect(unreleased).toMatch(/^Unreleased\n[\s\S]*### Fixed\n\n[\s\S]*- Errors are right\.\n/);
  });

  it('is not written by hand', () => {
    writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n');
    expect(run('--check', here)).toEqual({ status: 1, said: 'CHANGELOG.md has drifted: run npm run change' });
  });

  it('takes only kinds that there are, and whole sentences', () => {
    for (const words of [['Improved', 'All.'], ['Added', 'no full stop'], ['Added']])
      expect(run(...words, here)).toEqual({ status: 1, said: expect.stringContaining('usage: npm run change') });
  });
});
