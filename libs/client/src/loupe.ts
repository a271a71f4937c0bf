import { Call } from './call.ts';
import { operations } from './generated/operations.ts';
import type { Resources } from './generated/resources.ts';
import { List } from './list.ts';
import { budgetOf } from './money.ts';
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
    const { maxAge, maxCostUsd, signal, idempotencyKey, fields, limit, ...values } = options;
    let place = 0;
    const filled = template.replace(/\{(\w+)\}/g, (_, name) => segment(name, words[place++]));
    if (first) values[first] = words[0];
    for (const name of uuids) values[name] ??= crypto.randomUUID();
    const rule: PageRule | undefined = pages ? pageRules[pages] : undefined;
    values.fields = (fields && rule ? rule.fields(fields) : fields)?.join();
    const budget = budgetOf(maxCostUsd);
    const send = (token?: string): Promise<Answer> => {
      // The token says where the page begins, so max_id is left out.
      const sent = token && rule ? { ...values, max_id: undefined, [rule.token]: token } : values;
      const key = token ? undefined : idempotencyKey;
      return transport.send({ operation, path: filled + queryOf(sent), maxAge, signal, budget, idempotencyKey: key });
    };
    return pages ? new List(send, pages, fields, limit) : new Call(send, (data: unknown) => data);
  };
}

/** @throws {TypeError} for an empty or dot segment, which would change the path */
function segment(name: string, value: unknown): string {
  const text = `${value ?? ''}`;
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} must not be '${text}'`);
  return encodeURIComponent(text);
}

function queryOf(values: Values): string {
  const sent = Object.entries(values).filter(([, value]) => value !== undefined) as [string, string][];
  const query = `${new URLSearchParams(sent)}`;
  return query && `?${query}`;
}
