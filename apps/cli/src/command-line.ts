import { parseArgs } from 'node:util';
import { operations } from '@loupe/client';

/** A wrong command line; the exit code is 2. */
export class UsageError extends Error {}

const options = {
  all: { type: 'boolean' },
  limit: { type: 'string' },
  fields: { type: 'string' },
  param: { type: 'string', short: 'p', multiple: true },
  'max-cost': { type: 'string' },
  'max-age': { type: 'string' },
  ndjson: { type: 'boolean' },
  csv: { type: 'boolean' },
  out: { type: 'string', short: 'o' },
  input: { type: 'string', short: 'i' },
  concurrency: { type: 'string' },
  media: { type: 'string' },
  every: { type: 'string' },
  times: { type: 'string' },
  state: { type: 'string' },
  budget: { type: 'string' },
  'base-url': { type: 'string' },
  'idempotency-key': { type: 'string' },
  'daily-cap': { type: 'string' },
  'monthly-cap': { type: 'string' },
  expires: { type: 'string' },
  'allowed-ips': { type: 'string' },
  mode: { type: 'string' },
  overlap: { type: 'string' },
  cursor: { type: 'string' },
  follow: { type: 'boolean' },
  progress: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

export function readCommandLine(argv: string[]) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export type Options = ReturnType<typeof readCommandLine>['values'];

export function count(name: keyof Options, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} must be a whole number above 0, not ${text}`);
  return Number(text);
}

/** An operation with its positional values. */
export interface OperationCall {
  domain: string;
  method: string;
  name: string;
  values: string[];
  names: string[];
  isList: boolean;
  token: 'cursor' | 'min_id';
  parameters: Record<string, string>;
  /** The session ids of a search, which a call without them gets. */
  uuids: readonly string[];
}

/** @param missing how many positional values are not on the command line */
export function readOperation(words: readonly string[], options: Options, missing = 0): OperationCall {
  const [domain = '', operation = '', ...values] = words;
  const method = operation.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const domains: Record<string, Record<string, readonly string[]>> = operations;
  const rows = Object.hasOwn(domains, domain) ? domains[domain] : undefined;
  if (!rows)
    throw new UsageError(
      `there is no command or domain "${domain}"; the domains are ${Object.keys(operations).join(', ')}; loupe-cli --help lists the commands`,
    );
  const row = Object.hasOwn(rows, method) ? rows[method]! : undefined;
  if (!row)
    throw new UsageError(
      `${domain} has no operation "${operation}"; it has ${Object.keys(rows).map(dashed).join(', ')}`,
    );
  const [path = '', pages, ...uuids] = row;
  const first = path.split('?')[1];
  const names = first ? [first] : [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  if (values.length !== names.length - missing) {
    const wanted = names.slice(0, names.length - missing).join(' and ');
    throw new UsageError(`${domain} ${dashed(method)} takes ${wanted || 'no value'} here, not ${values.length} values`);
  }
  return {
    domain,
    method,
    name: `${domain}.${dashed(method).replaceAll('-', '_')}`,
    values,
    names,
    isList: Boolean(pages),
    token: pages === 'comments' ? 'min_id' : 'cursor',
    parameters: Object.fromEntries((options.param ?? []).map(readParameter)),
    uuids,
  };
}

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function readParameter(text: string): [string, string] {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new UsageError(`-p takes name=value, such as -p sort_by_views=true, not ${text}`);
  return [name, value!];
}
