import { Call } from './call.ts';
import { operations } from './generated/operations.ts';
import type { Resources } from './generated/resources.ts';
import { List } from './list.ts';
import { type Budget, budgetOf } from './money.ts';
import type { Answer, ListOptions, LoupeOptions } from './options.ts';
import { type PageKind, type PageRule, pageRules } from './page-rules.ts';
import { Transport } from './transport.ts';

/**
 * One operation: path below the domain, how its pages are read, and UUID parameters that are generated if missing. Path
 * parameters, or the query parameter after `?`, are positional arguments.
 */
type Row = readonly [path: string, pages?: PageKind | '', ...uuids: string[]];

type Values = Record<string, unknown>;

export interface Loupe extends Resources {}

/** A client for one installation and one key, with a method per operation: `loupe.users.followers('1001')`. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor makes a method of every row of the table
export class Loupe {
  constructor(options: LoupeOptions) {
    const transport = new Transport(options);
    for (const [domain, rows] of Object.entries(operations)) {
      const methods: Values = {};
      for (const [name, row] of Object.entries(rows)) methods[name] = methodOf(transport, domain, name, row as Row);
      Object.assign(this, { [domain]: methods });
    }
  }
}

function methodOf(transport: Transport, domain: string, method: string, [path, pages, ...uuids]: Row) {
  const operation = `${domain}.${method.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  const [below, first] = path.split('?');
  const template = `/${domain}/${below}`.replace(/\/$/, '');
  const count = first ? 1 : path.split('{').length - 1;
  return (...words: unknown[]) => {
    const options = (words[count] ?? {}) as ListOptions & Values;
    const { maxAge, maxCostUsd, signal, idempotencyKey, fault, headers, fields, limit, ...values } = options;
    if (first) values[first] = words[0];
    for (const name of uuids) values[name] ??= crypto.randomUUID();
    const rule: PageRule | undefined = pageRules[pages as PageKind];
    const wanted = typeof fields === 'string' ? fields.split(/,\s*/) : fields;
    let budget: Budget | undefined;
    // Asynchronous, so that wrong arguments reject the call instead of throwing.
    const send = async (token?: string): Promise<Answer> => {
      let place = 0;
      const filled = template.replace(/\{(\w+)\}/g, (_, name) => segment(name, words[place++]));
      if (wanted && !Array.isArray(wanted))
        throw new TypeError(`fields must be like 'pk,username' or ['pk', 'username']`);
      values.fields = (wanted && rule ? rule.fields(wanted) : wanted)?.join();
      budget ??= budgetOf(maxCostUsd);
      // The token says where the page begins, so max_id is left out.
      const sent = token && rule ? { ...values, max_id: undefined, [rule.token]: token } : values;
      const key = token ? undefined : idempotencyKey;
      const path = filled + queryOf(sent);
      return transport.send({ operation, path, maxAge, signal, budget, fault, headers, idempotencyKey: key });
    };
    return pages ? new List(send, pages, wanted, limit) : new Call(send, (data: unknown) => data);
  };
}

/** @throws {TypeError} for an empty or dot segment, which would change the path */
function segment(name: string, value: unknown): string {
  const segmentText = text(name, value ?? '');
  if (/^\.{0,2}$/.test(segmentText)) throw new TypeError(`${name} must not be '${segmentText}'`);
  return encodeURIComponent(segmentText);
}

/** @throws {TypeError} for a number that is too large to be exact, such as an id of 64 bits */
function text(name: string, value: unknown): string {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new TypeError(`${name} must be a string or a bigint: the number ${value} may be rounded`);
  return `${value}`;
}

/** @internal */
export function queryOf(values: Values): string {
  const sent = Object.entries(values).filter(([, value]) => value !== undefined);
  const query = `${new URLSearchParams(sent.map(([name, value]) => [name, text(name, value)]))}`;
  return query && `?${query}`;
}
