import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, transpile } from 'typescript';
import { allFaults } from '../src/faults/catalogue';
import { catalogueOf } from '../src/server/catalogue';
import * as simulator from '../src/simulator';
import { quirksOfLists } from '../src/wire/paging';
import { World } from '../src/world/world';
import { ask, parsed, simulatorForTests } from './client';

const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');

function table(name: string): string[][] {
  const text = new RegExp(`<!-- table: ${name} -->\n([^]*?)<!-- end -->`).exec(readme)?.[1] ?? '';
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
  return cells.map((row) => row.map((cell) => cell.trim().replaceAll('\\|', '|'))).filter((_, at) => at !== 1);
}

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** A quoted word of a description as it stands in a body: `spam: true` is `"spam":true` there. */
const spelled = (words: string): string =>
  words
    .replace(/…\}?$/, '')
    .replace('[]', '":[')
    .replace(/^(\w+): /, '"$1":');

const simulatorOfFaults = simulatorForTests();

describe('the README', () => {
  test('describes every fault and its default delay', () => {
    const [, ...rows] = table('faults');
    expect(rows.map(([name]) => name)).toEqual([...allFaults.keys()].map(code));
    expect(rows.filter(([, description = '']) => !/\w{3}/.test(description))).toEqual([]);
    const delays = rows.map(([, description = '']) => /\(`delay_ms`: (\d+)\)/.exec(description)?.[1]);
    expect(delays).toEqual([...allFaults.values()].map(({ defaultDelayMs }) => defaultDelayMs?.toString()));
  });

  const answers = table('faults')
    .map(([name = '', description = '']) => [name.replaceAll('`', ''), description] as const)
    .filter(([name, description]) => /^\d{3}/.test(description) && !name.startsWith('bad_cursor'));

  test.each(answers)('describes what the fault %s returns: %s', async (fault, description) => {
    const headers = { 'x-sim-fault': fault };
    const reply = await ask(simulatorOfFaults.it, '/api/v1/friendships/1001/followers/', { headers });
    expect(reply.status).toBe(Number(description.slice(0, 3)));
    if (/empty$|without a body/.test(description)) return expect(reply.text).toBe('');
    if (/HTML/.test(description)) return expect(reply.text).toMatch(/^<!DOCTYPE html>/);
    const positive = description.replace(/(without|neither|`[^`]*` in another language).*/, '');
    const quoted = [...positive.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words);
    if (/plain text/.test(description)) return expect([reply.text]).toEqual(quoted);
    for (const words of quoted) expect(reply.text).toContain(spelled(words));
    if (fault === 'xssi') return;
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(() => JSON.parse(reply.text)).not.toThrow();
  });

  test('describes what an unreadable cursor returns under each fault of cursors', async () => {
    const path = '/api/v1/friendships/1001/followers/';
    const withBad = (fault: string) =>
      ask(simulatorOfFaults.it, `${path}?max_id=QVFEgarbage`, { headers: { 'x-sim-fault': fault } });
    const { users } = parsed((await ask(simulatorOfFaults.it, path)).text);
    expect(parsed((await withBad('bad_cursor_page_one')).text).users).toEqual(users);
    expect(parsed((await withBad('bad_cursor_empty')).text).users).toEqual([]);
    expect((await withBad('bad_cursor_error')).status).toBe(400);
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
