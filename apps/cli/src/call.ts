import { addUsd, type Meta } from '@loupe/client';
import { callOptions, connect, fieldsOf, make } from './caller.ts';
import { count, type Options, readOperation } from './command-line.ts';
import { linesOf, write } from './output.ts';

/** Runs an operation and prints the first page as received, or the items of a list. */
export async function call(words: readonly string[], options: Options): Promise<void> {
  const operation = readOperation(words, options);
  const maxCost = options['max-cost'];
  const loupe = connect(options);
  const limit = count('limit', options.limit);
  const made = make(loupe, operation, {
    ...callOptions(options),
    ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
    ...(limit === undefined ? {} : { limit }),
  });
  const isWalk = operation.isList && (options.all || limit !== undefined);
  // The API cannot select fields of the profile grid, so the client joins its posts and selects their fields.
  const isLines = options.csv || options.ndjson || isWalk || (operation.name === 'users.posts' && options.fields);
  if (!isLines) {
    const { bytes, meta } = await made.raw();
    await write(bytes);
    await write('\n');
    return printCost(1, undefined, meta.costUsd ?? '0', meta);
  }
  const lines = linesOf(options.csv ? 'csv' : 'ndjson', fieldsOf(options));
  if (!operation.isList) {
    const { data, meta } = await made.withMeta();
    await write(lines.of([data]));
    return printCost(1, undefined, meta.costUsd ?? '0', meta);
  }
  let [pages, total, spentUsd] = [0, 0, '0'];
  let last: Meta | undefined;
  try {
    for await (const { items, meta } of made.pages()) {
      await write(lines.of(items));
      pages += 1;
      total += items.length;
      spentUsd = addUsd(spentUsd, meta.costUsd ?? '0');
      last = meta;
      if (!isWalk) break;
    }
  } finally {
    if (last) printCost(pages, total, spentUsd, last);
  }
}

function printCost(pages: number, items: number | undefined, costUsd: string, { balanceUsd }: Meta): void {
  const what = items === undefined ? '' : `${pages} page${pages === 1 ? '' : 's'}, ${items} items, `;
  const left = balanceUsd === undefined ? '' : `, balance $${balanceUsd}`;
  process.stderr.write(`${what}$${costUsd}${left}\n`);
}
