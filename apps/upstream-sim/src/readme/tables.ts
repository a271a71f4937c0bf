import { FAULTS } from '../faults/catalogue';
import { OPERATIONS } from '../routes/operations';
import { type CatalogueEntry, catalogueOf } from '../server/catalogue';
import { DEFAULT_SEED } from '../simulator';
import { NATURAL_QUIRKS } from '../wire/paging';
import { World } from '../world/world';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** One column for each member, as code except for the purpose. */
function catalogueTable(entries: readonly CatalogueEntry[]): string {
  const names = Object.keys(entries[0] ?? {});
  const cells = (entry: CatalogueEntry) =>
    names.map((name) => (name === 'purpose' ? (entry[name] ?? '') : code(entry[name] ?? '')));
  return table(names, entries.map(cells));
}

function operationTable(): string {
  const rows = OPERATIONS.map(({ name, method, path, friendlyName }) => [
    code(name),
    method,
    code(path) + (friendlyName ? ` as ${code(friendlyName)}` : ''),
  ]);
  return table(['operation', 'method', 'path'], rows);
}

function faultTable(): string {
  const rows = FAULTS.map(({ name, description, defaultDelayMs }) => [
    code(name),
    description + (defaultDelayMs === undefined ? '' : ` (\`delay_ms\`: ${defaultDelayMs})`),
  ]);
  return table(['fault', 'what arrives'], rows);
}

function quirkTable(): string {
  const rows = Object.entries(NATURAL_QUIRKS).flatMap(([operation, pages]) =>
    Object.entries(pages).map(([number, quirk]) => [code(operation), String(Number(number) + 1), code(quirk)]),
  );
  return table(['list of `quirky.lists`', 'page', 'as the fault'], rows);
}

/** Replaces the tables between the README's marks with those of the default world. */
export function updatedReadme(readme: string): string {
  const catalogue = catalogueOf(new World(DEFAULT_SEED));
  const tables: Record<string, string> = {
    operations: operationTable(),
    faults: faultTable(),
    quirks: quirkTable(),
    ...Object.fromEntries(Object.entries(catalogue).map(([name, entries]) => [name, catalogueTable(entries)])),
  };
  return readme.replace(/(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, mark, name, end) => {
    const made = tables[name];
    if (made === undefined) throw new Error(`No table “${name}”`);
    return `${mark}\n${made}\n\n${end}`;
  });
}
