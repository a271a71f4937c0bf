import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, transpile } from 'typescript';
import { allFaults } from '../src/faults/catalogue';
import { catalogueOf } from '../src/server/catalogue';
import * as simulator from '../src/simulator';
import { quirksOfLists } from '../src/wire/paging';
import { World } from '../src/world/world';

const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');

function table(name: string): string[][] {
  const text = new RegExp(`<!-- table: ${name} -->\n([^]*?)<!-- end -->`).exec(readme)?.[1] ?? '';
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
  return cells.map((row) => row.map((cell) => cell.trim().replaceAll('\\|', '|'))).filter((_, at) => at !== 1);
}

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

describe('the README', () => {
  test('describes every fault and its default delay', () => {
    const [, ...rows] = table('faults');
    expect(rows.map(([name]) => name)).toEqual([...allFaults.keys()].map(code));
    expect(rows.filter(([, description = '']) => !/\w{3}/.test(description))).toEqual([]);
    const delays = rows.map(([, description = '']) => /\(`delay_ms`: (\d+)\)/.exec(description)?.[1]);
    expect(delays).toEqual([...allFaults.values()].map(({ defaultDelayMs }) => defaultDelayMs?.toString()));
  });

  test('lists the pages of `quirky.lists` that misbehave', () => {
    const rows = Object.entries(quirksOfLists).flatMap(([operation, pages]) =>
      Object.entries(pages).map(([number, quirk]) => [code(operation), String(Number(number) + 1), code(quirk)]),
    );
    expect(table('quirks').slice(1)).toEqual(rows);
  });

  test('has an example in TypeScript that runs, and stops its simulator', async () => {
    const [, example] = /```ts\n([\s\S]*?)```/.exec(readme)!;
    const inCommonJs = transpile(`${example}\nreturn simulator.baseUrl;`, { module: ModuleKind.CommonJS });
    const run = new Function('exports', 'require', `return (async () => {${inCommonJs}})()`);
    await expect(fetch(await run({}, () => simulator))).rejects.toThrow('fetch failed');
  });

  test.each(Object.entries(catalogueOf(new World(simulator.defaultSeed))))(
    'lists the documented %s',
    (name, entries) => {
      const names = Object.keys(entries[0] ?? {});
      const cells = entries.map((entry) =>
        names.map((member) => (member === 'purpose' ? entry[member] : code(entry[member] ?? ''))),
      );
      expect(table(name)).toEqual([names, ...cells]);
    },
  );
});
