import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const security = read('SECURITY.md');

const areas = [...read('apps/api/test/attack/areas/index.mjs').matchAll(/from '\.\/([\w-]+)\.mjs'/g)].map(
  ([, name]) => name!,
);

describe('SECURITY.md', () => {
  const named = [...security.matchAll(/`((?:apps|libs|scripts|docs)\/[^`]+|docker-compose\.yml|\.npmrc)`/g)];

  it('names only existing files', () => {
    const files = named.map(([, path]) => path!);
    expect(files.length).toBeGreaterThan(25);
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names every area of `npm run attack`, and no other', () => {
    const cited = [...security.matchAll(/attacks? ((?:`[\w-]+`(?: \([^)]*\))?(?:, )?)+)/g)].flatMap(([, list]) =>
      [...list!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!),
    );
    expect([...new Set(cited)].sort()).toEqual(areas.toSorted());
  });

  it('names only existing settings', () => {
    const configuration = read('docs/configuration.md');
    const settings = [...security.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name]) => name!);
    expect(settings.filter((name) => !configuration.includes(`\`${name}\``))).toEqual([]);
  });

  it('covers every risk of the OWASP API Security Top 10 and every chapter of the OWASP ASVS', () => {
    for (let risk = 1; risk <= 10; risk++) expect(security).toMatch(new RegExp(`^\\| API${risk} `, 'm'));
    for (let chapter = 1; chapter <= 17; chapter++) expect(security).toMatch(new RegExp(`^\\| V${chapter} `, 'm'));
  });
});
