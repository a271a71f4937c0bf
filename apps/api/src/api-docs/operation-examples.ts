import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations, answerSchemaOf, exampleAddress, type Schema, schemas } from '@loupe/dto';

export type OperationExamples = Readonly<Record<string, unknown>>;

export const examplesPath = 'apps/api/src/api-docs/examples.generated.json';

export function readExamples(): OperationExamples {
  return JSON.parse(readFileSync(join(__dirname, 'examples.generated.json'), 'utf8'));
}

/** Fetches an example of every operation through `get`, and shortens it to the documented members. */
export async function collectExamples(get: (address: string) => Promise<unknown>): Promise<OperationExamples> {
  const examples: Record<string, unknown> = {};
  for (const operation of allOperations)
    examples[operation.name] = new Shortener().shorten(
      await get(exampleAddress(operation)),
      schemas[answerSchemaOf(operation)],
    );
  return examples;
}

const encrypted = ['next_cursor', 'next_min_id', 'profile_grid_items_cursor'];

const maxTextLength = 120;
const maxTexts = 5;
const maxUndocumentedMembers = 3;

/** Keeps one object or five texts of a list, and the documented members of an object. Varying texts become constant. */
class Shortener {
  /** The texts so far, such as ids. For a map, the example shows a member whose name is one of these texts. */
  private readonly seenIds = new Set<string>();

  shorten(value: unknown, schema: Schema, key = ''): unknown {
    if (typeof value === 'string') return this.text(value, key);
    if (typeof value !== 'object' || value === null) return value;
    const documented = resolved(schema);
    return Array.isArray(value)
      ? this.elements(value, documented.items ?? {})
      : this.members(value as Record<string, unknown>, documented);
  }

  private text(text: string, key: string): string {
    this.seenIds.add(text);
    if (encrypted.includes(key)) return 'q1XkP0vJ3mZ8cR5tYw';
    if (key === 'commit') return '4f2a9c01d7be';
    if (/^http:\/\/127\.0\.0\.1/.test(text)) return `https://media.example${new URL(text).pathname}?exp=69a3&sig=Zm9v`;
    return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
  }

  private elements(values: readonly unknown[], schema: Schema): unknown[] {
    if (typeof values[0] === 'string') return values.slice(0, maxTexts).map((text) => this.shorten(text, schema));
    const names = Object.keys(resolved(schema).properties ?? {});
    const hasDocumentedMember = (value: unknown) => names.some((name) => name in (value as object));
    const representative =
      values.find((value) => typeof value === 'object' && value !== null && hasDocumentedMember(value)) ?? values[0];
    return values.length === 0 ? [] : [this.shorten(representative, schema)];
  }

  private members(value: Record<string, unknown>, { properties = {}, additionalProperties }: Schema): unknown {
    const names = Object.keys(value);
    const documented = names.filter((name) => name in properties);
    const isMap = typeof additionalProperties === 'object';
    const some = isMap
      ? [names.find((name) => this.seenIds.has(name)) ?? names[0]!]
      : names.slice(0, maxUndocumentedMembers);
    const schemaOfMember = (name: string) => properties[name] ?? (isMap ? additionalProperties : {});
    return Object.fromEntries(
      (documented.length > 0 ? documented : some).map((name) => [
        name,
        this.shorten(value[name], schemaOfMember(name), name),
      ]),
    );
  }
}

function resolved(schema: Schema): Schema {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return resolved(first);
  return schema.$ref ? resolved(schemas[schema.$ref.split('/').at(-1) as keyof typeof schemas]) : schema;
}
