import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readCommit } from '../../src/platform/version';
import { makeDataDirectory } from '../support/data-directory';

const commitModule = join(__dirname, '../../../../scripts/lib/commit.mjs');
const [hash, other] = ['0123456789abcdef0123456789abcdef01234567', 'fedcba9876543210fedcba9876543210fedcba98'];
const branch = 'ref: refs/heads/my/branch\n';

describe('the commit that a build records', () => {
  const checkout = makeDataDirectory('commit');
  const recorded = join(checkout, 'apps/api/dist/commit');
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(checkout, name)), { recursive: true });
    writeFileSync(join(checkout, name), text);
  };
  const record = () => {
    const script = `import { writeCommit } from ${JSON.stringify(commitModule)}; writeCommit(${JSON.stringify(checkout)});`;
    execFileSync(process.execPath, ['--input-type=module', '-e', script]);
    return readFileSync(recorded, 'utf8');
  };
  beforeEach(() => mkdirSync(dirname(recorded), { recursive: true }));
  afterEach(() => rmSync(checkout, { recursive: true, force: true }));

  const packed = `# pack-refs with: peeled\n${other} refs/heads/branch\n${hash} refs/heads/my/branch\n^${other}\n`;
  it.each<[string, Record<string, string>, string]>([
    ['of a branch', { '.git/HEAD': branch, '.git/refs/heads/my/branch': `${hash}\n` }, '0123456789ab'],
    ['of a packed branch', { '.git/HEAD': branch, '.git/packed-refs': packed }, '0123456789ab'],
    [
      'of a branch that moved after it was packed',
      { '.git/HEAD': branch, '.git/packed-refs': packed, '.git/refs/heads/my/branch': `${other}\n` },
      'fedcba987654',
    ],
    ['of a detached HEAD', { '.git/HEAD': `${hash}\n` }, '0123456789ab'],
    ['of a branch without commits', { '.git/HEAD': branch }, 'unknown'],
    ['of a worktree', { '.git': 'gitdir: /elsewhere\n' }, 'unknown'],
    ['without a repository', {}, 'unknown'],
  ])('is the one %s', (_where, files, commit) => {
    for (const [name, text] of Object.entries(files)) write(name, text);
    expect(record()).toBe(commit);
    expect(readCommit(recorded)).toBe(commit);
  });

  it('is written again only when it differs', () => {
    write('.git/HEAD', hash);
    record();
    utimesSync(recorded, 1, 1);
    record();
    expect(statSync(recorded).mtimeMs).toBe(1_000);
    write('.git/HEAD', other);
    expect(record()).toBe('fedcba987654');
  });

  it('is unknown to a process whose file is missing or has anything but a commit', () => {
    expect(existsSync(recorded)).toBe(false);
    expect(readCommit(recorded)).toBe('unknown');
    for (const [text, commit] of [
      ['', 'unknown'],
      ['main"} 1', 'unknown'],
      [hash!, '0123456789ab'],
    ]) {
      writeFileSync(recorded, text!);
      expect(readCommit(recorded)).toBe(commit);
    }
  });
});
