import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoupeError, LoupeManagement } from '@loupe/client';
import { addressOf, fieldsOf } from './caller.ts';
import { count, type Options, UsageError } from './command-line.ts';
import { messageOf } from './failure.ts';
import { linesOf, write } from './output.ts';

function connect(options: Options): LoupeManagement {
  const { LOUPE_MANAGEMENT_TOKEN: token = '' } = process.env;
  if (!token)
    throw new UsageError(
      'set LOUPE_MANAGEMENT_TOKEN to your management token; on the command line, others could see it',
    );
  return new LoupeManagement({ baseUrl: addressOf(options), token });
}

/** Lists, creates, rotates and revokes API keys. What is created is printed as JSON, with the key. */
export async function keys([command, ...words]: readonly string[], options: Options): Promise<void> {
  const takes = (name: string): string => {
    if (words.length !== 1) throw new UsageError(`keys ${command} takes ${name} here, not ${words.length} values`);
    return words[0]!;
  };
  const management = connect(options);
  const lines = linesOf(options.csv ? 'csv' : 'ndjson', fieldsOf(options));
  const sent = options['idempotency-key'] === undefined ? {} : { idempotencyKey: options['idempotency-key'] };
  switch (command) {
    case 'list':
      for await (const key of management.keys()) await write(lines.of([chosen(key, options)]));
      return;
    case 'create': {
      const { 'daily-cap': dailyCap, 'monthly-cap': monthlyCap, expires, 'allowed-ips': ips, mode } = options;
      const body = {
        name: takes('a name'),
        ...(mode !== undefined && { mode: mode as 'live' | 'test' }),
        ...(dailyCap !== undefined && { daily_cap_usd: dailyCap }),
        ...(monthlyCap !== undefined && { monthly_cap_usd: monthlyCap }),
        ...(expires !== undefined && { expires_at: expires }),
        ...(ips !== undefined && { allowed_ips: ips.split(/,\s*/) }),
      };
      return write(lines.of([chosen(await management.createKey(body, sent), options)]));
    }
    case 'rotate': {
      const overlapSeconds = Number(options.overlap ?? 0);
      if (!Number.isInteger(overlapSeconds))
        throw new UsageError(`--overlap takes whole seconds, such as 3600, not ${options.overlap}`);
      return write(lines.of([chosen(await management.rotateKey(takes('an id'), overlapSeconds, sent), options)]));
    }
    case 'revoke':
      return management.revokeKey(takes('an id'));
    default:
      throw new UsageError(
        `keys takes list, create, rotate or revoke, not ${command ?? 'nothing'}: for example, keys rotate 12`,
      );
  }
}

/** Only the members of --fields, for JSON as for CSV. */
function chosen(item: object, options: Options): object {
  const names = fieldsOf(options);
  return names ? Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))) : item;
}

/**
 * Prints the audit entries of the account, oldest first, one per line. With --out, it continues after the last complete line of the
 * file, so that a kill neither loses nor repeats an entry.
 */
export async function audit(words: readonly string[], options: Options): Promise<void> {
  if (words.length > 0)
    throw new UsageError(
      `audit takes no value, not ${words[0]}; --cursor takes the id of the last entry that you have`,
    );
  const management = connect(options);
  const everyMs = (count('every', options.every) ?? 5) * 1_000;
  const file = options.out === undefined ? undefined : openSync(options.out, 'a+');
  try {
    let cursor = (file === undefined ? undefined : lastEntry(file)) ?? options.cursor;
    for (;;) {
      try {
        for await (const entry of management.audit(cursor === undefined ? {} : { cursor })) {
          const line = `${JSON.stringify(entry)}\n`;
          if (file === undefined) await write(line);
          else writeFileSync(file, line);
          cursor = entry.id;
        }
        if (!options.follow) return;
      } catch (error) {
        if (!options.follow || !isLoupeError(error) || !error.retryable) throw error;
        process.stderr.write(`${messageOf(error)}\n`);
      }
      await sleep(everyMs);
    }
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** No entry is this long. */
const tailBytes = 1_048_576;

const entryStart = '{"id":"';

/**
 * The id in the last complete line of a file. Removes what a kill has left of a further line.
 * @throws {UsageError} for a file that `audit` did not write, which must not be cut
 */
function lastEntry(file: number): string | undefined {
  const { size } = fstatSync(file);
  const tail = Buffer.alloc(Math.min(size, tailBytes));
  readSync(file, tail, 0, tail.length, size - tail.length);
  const [rest, line] = tail.toString().split('\n').reverse();
  const isStart = entryStart.startsWith(rest!) || (rest!.startsWith(entryStart) && idIn(rest!) !== null);
  const id = line === undefined ? undefined : idIn(line);
  if (!isStart || id === null || (line !== undefined && id === undefined))
    throw new UsageError(
      '--out takes a file that loupe-cli audit has written, or a new one: this one ends differently',
    );
  ftruncateSync(file, size - tail.length + tail.lastIndexOf('\n') + 1);
  return id;
}

/** @returns undefined for a text that is not JSON, and null for JSON that is no audit entry */
function idIn(text: string): string | null | undefined {
  try {
    const { id, time, action } = JSON.parse(text);
    return [id, time, action].every((member) => typeof member === 'string') ? id : null;
  } catch {
    return undefined;
  }
}
