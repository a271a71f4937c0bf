import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { addUsd, isLoupeError } from '@loupe/client';
import { callOptions, connect, fieldsOf, make } from './caller.ts';
import { count, type Options, readOperation, UsageError } from './command-line.ts';
import { messageOf } from './failure.ts';
import { linesOf, write } from './output.ts';

const maxKnown = 10_000;
const maxPages = 10;

/**
 * Polls a list and prints new items. Unless a state file exists, the first poll only records the first page. Standard error
 * tells after each poll, and at the end, what was found and spent.
 */
export async function watch(words: readonly string[], options: Options): Promise<void> {
  const operation = readOperation(words, options);
  if (!operation.isList)
    throw new UsageError(`watch follows lists, such as users posts 1001, and ${operation.name} is not a list`);
  const maxCostUsd = options['max-cost'];
  const loupe = connect(options, maxCostUsd === undefined ? {} : { maxCostUsd });
  const everySeconds = count('every', options.every) ?? 60;
  const times = count('times', options.times) ?? Number.POSITIVE_INFINITY;
  const lines = linesOf(options.csv ? 'csv' : 'ndjson', fieldsOf(options));
  const stopping = stopOnSignal();
  let known = readKnown(options.state);
  let [polls, printed, spentUsd, isExact] = [0, 0, '0', true];
  const spend = (costUsd: string | undefined) => {
    spentUsd = addUsd(spentUsd, costUsd);
    // The response that named the cost is lost.
    isExact &&= costUsd !== undefined;
  };
  const status = () => `${known?.size ?? 0} items known`;
  const spent = () => `${isExact ? '' : 'at least '}$${spentUsd}`;
  try {
    while (!stopping.aborted) {
      polls += 1;
      let found = '';
      try {
        const isFirst = known === undefined;
        const unseen: unknown[] = [];
        let pages = 0;
        for await (const { items, meta } of make(loupe, operation, callOptions(options)).pages()) {
          spend(meta.costUsd);
          const unseenHere = items.filter((item) => !known?.has(identityOf(item)));
          unseen.push(...unseenHere);
          pages += 1;
          // Items after a known item count too, because pinned items come first. But no page after this one is requested.
          if (isFirst || unseenHere.length < items.length || pages === maxPages) break;
        }
        if (!isFirst) {
          await write(lines.of(unseen));
          printed += unseen.length;
          found = `${unseen.length} new, `;
        }
        known = new Set([...(known ?? []), ...unseen.map(identityOf)].slice(-maxKnown));
        keepKnown(options.state, known);
      } catch (error) {
        if (isLoupeError(error)) spend(error.chargedUsd);
        if (!isLoupeError(error) || !error.retryable) throw error;
        process.stderr.write(`${messageOf(error)}\n`);
      }
      if (polls >= times || stopping.aborted) break;
      tell(`${found}${status()}, next poll in ${everySeconds} s, ${spent()}`);
      await sleep(everySeconds * 1_000, undefined, { signal: stopping }).catch(() => {});
    }
  } finally {
    tell(`${polls} poll${polls === 1 ? '' : 's'}, ${printed} new, ${status()}, ${spent()}`);
  }
  if (stopping.aborted) process.exitCode = 130;
}

/** Aborts at the first signal, after the poll in flight, because it is charged. The second signal ends the process. */
function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => (controller.signal.aborted ? process.exit(130) : controller.abort());
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, stop);
  return controller.signal;
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
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
