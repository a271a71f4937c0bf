import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoupeError } from '@loupe/client';
import { callOptions, connect, make } from './caller.ts';
import { count, type Options, readOperation, UsageError } from './command-line.ts';
import { messageOf } from './failure.ts';
import { linesOf, write } from './output.ts';

const maxKnown = 10_000;
const maxPages = 10;

/** Polls a list and prints new items. Unless a state file exists, the first poll only records the first page. */
export async function watch(words: readonly string[], options: Options): Promise<void> {
  const operation = readOperation(words, options);
  if (!operation.isList) throw new UsageError(`${operation.name} is not a list`);
  const maxCostUsd = options['max-cost'];
  const loupe = connect(options, maxCostUsd === undefined ? {} : { maxCostUsd });
  const everyMs = (count('every', options.every) ?? 60) * 1_000;
  const times = count('times', options.times) ?? Number.POSITIVE_INFINITY;
  const lines = linesOf(options.csv ? 'csv' : 'ndjson', options.fields?.split(','));
  let known = readKnown(options.state);
  for (let poll = 1; ; poll++) {
    try {
      const isFirst = known === undefined;
      const unseen: unknown[] = [];
      let pages = 0;
      for await (const { items } of make(loupe, operation, callOptions(options)).pages()) {
        const unseenHere = items.filter((item) => !known?.has(identityOf(item)));
        unseen.push(...unseenHere);
        pages += 1;
        // Items after a known item count too, because pinned items come first. But no page after this one is requested.
        if (isFirst || unseenHere.length < items.length || pages === maxPages) break;
      }
      if (!isFirst) await write(lines.of(unseen));
      known = new Set([...(known ?? []), ...unseen.map(identityOf)].slice(-maxKnown));
      keepKnown(options.state, known);
    } catch (error) {
      if (!isLoupeError(error) || !error.retryable) throw error;
      process.stderr.write(`${messageOf(error)}\n`);
    }
    if (poll >= times) return;
    await sleep(everyMs);
  }
}

function identityOf(item: unknown): string {
  const { pk, id, code } = item as Record<string, unknown>;
  return `${pk ?? id ?? code ?? JSON.stringify(item)}`;
}

function readKnown(file: string | undefined): Set<string> | undefined {
  return file !== undefined && existsSync(file) ? new Set(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

function keepKnown(file: string | undefined, known: Set<string>): void {
  if (file === undefined) return;
  writeFileSync(`${file}.new`, JSON.stringify([...known]));
  renameSync(`${file}.new`, file);
}
