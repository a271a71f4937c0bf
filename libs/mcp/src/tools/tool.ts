import { type FieldTree, InvalidValue, type Operation, operations, type Schema, type SchemaName } from '@loupe/dto';
import type { SentParameters } from '../data-api';
import { fetchPages, type PageArguments } from '../pages';
import type { Shown } from '../result';
import { ToolFailure, type ToolRun } from '../tool-run';
import { conciseView, picked } from '../views';

export interface Arguments extends PageArguments {
  readonly [name: string]: unknown;
  readonly detail?: 'concise' | 'full';
  readonly fields?: readonly string[];
}

export type PriceOf = (operation: Operation) => string;

export interface Tool {
  readonly name: string;
  readonly title: string;
  describe(priceOf: PriceOf): string;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  run(given: Arguments, run: ToolRun): Promise<Shown>;
}

export const text = (description: string): Schema => ({ type: 'string', description });
export const choice = (values: readonly string[], description?: string): Schema => ({
  type: 'string',
  enum: [...values],
  ...(description && { description }),
});
export const flag = (description: string): Schema => ({ type: 'boolean', description });

export const detail = {
  detail: choice(['concise', 'full'], 'concise by default'),
  fields: { type: 'array', items: { type: 'string' }, description: 'only these members, e.g. caption.text' },
} satisfies Record<string, Schema>;

export const paged = {
  cursor: text('next of the previous result'),
  pages: { type: 'integer', minimum: 1, maximum: 10, description: '1 by default; each is charged' } as Schema,
  ...detail,
};

export async function one(run: ToolRun, operation: Operation, sent: SentParameters, given: Arguments, title: string) {
  const view = viewFor(operation.answer.of, given);
  return { title, object: await run.request(operation, sent), view } satisfies Shown;
}

/** Runs an operation that returns a list, for the given number of pages. */
export async function many(
  run: ToolRun,
  operation: Operation,
  sent: SentParameters,
  given: Arguments,
  title: string,
): Promise<Shown> {
  const listed: SchemaName = itemsOf[operation.name] ?? operation.answer.of;
  const view = viewFor(listed, given);
  return { title, list: await fetchPages(run, operation, sent, given), view };
}

// Item schemas of pages without the standard envelope.
const itemsOf: Readonly<Record<string, SchemaName>> = {
  [operations.users.posts.name]: 'Media',
  [operations.posts.comments.name]: 'Comment',
};

const readFields = operations.posts.byId.parameters;

function viewFor(name: SchemaName, { detail, fields }: Arguments): Shown['view'] {
  if (fields?.length) {
    const tree = (readFields as { fields?: { read(text: string): FieldTree | InvalidValue } }).fields!.read(
      fields.join(','),
    );
    if (tree instanceof InvalidValue) throw new ToolFailure(`fields ${tree.message}. Nothing was charged.`);
    return (value) => picked(value, tree);
  }
  return detail === 'full' ? (value) => value : conciseView(name);
}

/** Reads an argument that is required in this case only. @throws {ToolFailure} */
export function needed(given: Arguments, name: string): string {
  const value = given[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ToolFailure(
    `${name} is missing: this use of the tool needs it, as text that is not empty. Nothing was charged.`,
  );
}
