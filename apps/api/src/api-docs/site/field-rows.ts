import { type Schema, type SchemaName, schemas } from '@loupe/dto';

export interface FieldRow {
  /** In the syntax of the parameter `fields`: nested members follow a dot, and array elements add no segment. */
  readonly path: string;
  readonly type: string;
  readonly note: string;
}

/** Members that are nested deeper than this are the upstream's own and are not listed. */
const maxDepth = 3;

export function fieldRows(schema: Schema, prefix = '', depth = 1): FieldRow[] {
  const { properties = {}, required = [], additionalProperties } = resolved(schema).schema;
  const members = Object.entries(properties).map(([name, member]) => [name, member, required.includes(name)] as const);
  const others =
    typeof additionalProperties === 'object' && depth > 1 ? [['*', additionalProperties, true] as const] : [];
  return [...members, ...others].flatMap(([name, member, isRequired]) => {
    const { schema: inner, isNullable, isArray } = resolved(member);
    const type = `${isArray ? `array of ${typeOf(inner)}s` : typeOf(inner)}${isNullable ? ' or null' : ''}`;
    const note = member.description ?? (isArray ? resolved(member).ofArray : inner.description) ?? '';
    const row = { path: prefix + name, type: isRequired ? type : `${type}, optional`, note };
    return [row, ...(depth < maxDepth ? fieldRows(inner, `${prefix}${name}.`, depth + 1) : [])];
  });
}

interface Resolved {
  readonly schema: Schema;
  readonly isNullable: boolean;
  readonly isArray: boolean;
  readonly ofArray?: string | undefined;
}

function resolved(schema: Schema): Resolved {
  const { $ref, oneOf, anyOf, items } = schema;
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
  if ($ref) return resolved(schemas[$ref.split('/').at(-1) as SchemaName]);
  if (oneOf || anyOf) {
    const [first, ...rest] = (oneOf ?? anyOf)!;
    return { ...resolved(first!), isNullable: rest.some(({ type }) => type === 'null') };
  }
  if (!items) return { schema, isNullable, isArray: false };
  return { schema: resolved(items).schema, isNullable, isArray: true, ofArray: schema.description };
}

function typeOf({ type }: Schema): string {
  return Array.isArray(type) ? type.filter((one) => one !== 'null').join(' or ') : (type ?? 'object');
}
