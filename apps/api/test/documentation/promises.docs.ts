import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');

function pathOf(named: string): string {
  if (/^(apps|libs)\//.test(named)) return named;
  return named.startsWith('src/') ? `apps/api/${named}` : `apps/api/test/${named}`;
}

describe('docs/promises.md', () => {
  const rows = readFileSync(join(root, 'docs/promises.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Promise |\*\*)/.test(line));

  it('names a test for each promise', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter((row) => !/`[^`]+\.(spec|smoke|full|e2e|system)\.ts`/.test(row))).toEqual([]);
  });

  it('names only existing tests', () => {
    const named = rows.flatMap((row) => [...row.matchAll(/`([^`\s]+\.ts)`/g)].map(([, file]) => file!));
    expect(named.filter((file) => !existsSync(join(root, pathOf(file))))).toEqual([]);
  });
});
