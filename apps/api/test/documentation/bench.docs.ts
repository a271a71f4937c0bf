import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const bench = join(__dirname, '../../../../bench');
const built = join(__dirname, '../../dist');

/** Names that a script takes from modules of the product, as `module name`. */
function namesIn(script: string): string[] {
  const text = readFileSync(join(bench, script), 'utf8');
  const taken = text.matchAll(/const \{([^}]+)\} = (?:\w+)\('(\w[\w/.-]+?)(?:\.js)?'\)/g);
  return [...taken].flatMap(([, names, module]) =>
    names!
      .split(',')
      .filter((name) => name.trim() !== '')
      .map((name) => `${module} ${name.split(':')[0]!.trim()}`),
  );
}

function isExported(name: string): boolean {
  const [module, member] = name.split(' ');
  const code = readFileSync(join(built, `${module}.js`), 'utf8');
  return code.includes(`get ${member} ()`) || code.includes(`Object.defineProperty(exports, "${member}"`);
}

/** Nobody runs them all before a release: a name that has moved would be found by whoever measures next. */
describe('the scripts of bench', () => {
  const scripts = ['', 'harness', 'peers'].flatMap((folder) =>
    readdirSync(join(bench, folder))
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => join(folder, name)),
  );
  const names = [...new Set(scripts.flatMap(namesIn))];

  it('take names from the product that it has', () => {
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !isExported(name))).toEqual([]);
  });
});
