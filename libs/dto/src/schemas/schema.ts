/** A JSON Schema (2020-12) as OpenAPI 3.1 embeds it. */
export interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  minProperties?: number;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: (string | number)[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  pattern?: string;
  format?: string;
  minimum?: number;
  $ref?: string;
}

export const string = (description?: string): Schema => described({ type: 'string' }, description);
export const integer = (description?: string): Schema => described({ type: 'integer' }, description);
export const number = (description?: string): Schema => described({ type: 'number' }, description);
export const boolean = (description?: string): Schema => described({ type: 'boolean' }, description);
export const array = (items: Schema, description?: string): Schema => described({ type: 'array', items }, description);
export const oneOfValues = (values: (string | number)[], description?: string): Schema =>
  described({ type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values }, description);

/** The same, or null. */
export const nullable = (schema: Schema): Schema => {
  if (schema.$ref) return { oneOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema.type as string, 'null'] };
};

type Properties = Record<string, Schema>;

/**
 * What the upstream sends: the named fields are the commonly used ones, and every other one is passed through. A field that
 * the upstream leaves out of some answers must be named in `optional`, because generated clients rely on the others.
 */
export const open = <P extends Properties>(
  properties: P,
  description?: string,
  optional: readonly (keyof P)[] = [],
): Schema => object(properties, true, description, optional);

/** What Loupe itself makes: exactly these fields. */
export const closed = <P extends Properties>(
  properties: P,
  description?: string,
  optional: readonly (keyof P)[] = [],
): Schema => object(properties, false, description, optional);

export const id = (description?: string): Schema =>
  string(description ?? 'Id: a string of digits, however the upstream spells it.');
export const unixSeconds = (description = 'Unix seconds.'): Schema => integer(description);
export const signedUrl = (description = 'Signed; expires within hours.'): Schema =>
  described({ type: 'string', format: 'uri' }, description);

function object(
  properties: Properties,
  additionalProperties: boolean,
  description: string | undefined,
  optional: readonly PropertyKey[],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties };
  return described(schema, description);
}

function described(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : { ...schema, description };
}
