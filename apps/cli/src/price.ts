import { readFileSync } from 'node:fs';
import { formatUsd, parseUsd } from '@loupe/client';
import { connect, pricesOf } from './caller.ts';
import { count, type Options, readOperation, UsageError } from './command-line.ts';
import { write } from './output.ts';

export function readInput(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  } catch (error) {
    throw new UsageError(`--input: ${(error as Error).message}`);
  }
}

/** Prints the cost of one or more calls without making them. Without words, prints the price of every operation. */
export async function price(words: readonly string[], options: Options): Promise<void> {
  const prices = await pricesOf(connect(options));
  if (words.length === 0) {
    for (const [name, priceUsd] of prices) await write(`${name.replace('.', ' ').replaceAll('_', '-')}\t${priceUsd}\n`);
    return;
  }
  const [domain = '', operation = ''] = words;
  const { name } = readOperation([domain, operation, ...namelessValues(words, options)], options);
  const times = options.input === undefined ? (count('times', options.times) ?? 1) : readInput(options.input).length;
  await write(`${formatUsd(parseUsd(prices.get(name) ?? '0') * BigInt(times))}\n`);
}

/** Values do not affect the price, so they may be omitted. */
function namelessValues([domain = '', operation = '', ...values]: readonly string[], options: Options): string[] {
  for (const filled of [values, [...values, '-']])
    try {
      return readOperation([domain, operation, ...filled], options).values;
    } catch {
      // Try with a placeholder.
    }
  return values;
}
