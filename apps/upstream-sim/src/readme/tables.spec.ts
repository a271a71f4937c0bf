import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { updatedReadme } from './tables';

/** The formatter aligns tables; only what stands in their cells matters. */
const squeezed = (markdown: string): string => markdown.replace(/ +\|/g, ' |').replace(/-{3,}/g, '---');

describe('the README', () => {
  test('says what the code does: operations, faults and the catalogue', () => {
    const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
    expect(readme.match(/<!-- table: /g)?.length).toBe(10);
    expect(squeezed(readme)).toBe(squeezed(updatedReadme(readme)));
  });
});
