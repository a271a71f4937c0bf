/** A JSON Schema (2020-12) as OpenAPI 3.1 embeds it. */
export interface Schema {
  title?: string;
  type?: string | string[];
  description?: string;
  examples?: (string | number)[];
  properties?: Record<string, Schema>;
  required?: string[];
  minProperties?: number;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  pattern?: string;
  format?: string;
  minimum?: number;
  $ref?: string;
}

export const string = (description?: string): Schema => described({ type: 'string' }, description);
/** Counts, times and durations outgrow 32 bits, which many generators take for a bare integer. */
export const integer = (description?: string): Schema => described({ type: 'integer', format: 'int64' }, description);
export const smallInteger = (description?: string): Schema =>
  described({ type: 'integer', format: 'int32' }, description);
export const number = (description?: string): Schema => described({ type: 'number', format: 'double' }, description);
export const boolean = (description?: string): Schema => described({ type: 'boolean' }, description);
export const array = (items: Schema, description?: string): Schema => described({ type: 'array', items }, description);
export const oneOfValues = (values: string[], description?: string): Schema =>
  described({ type: 'string', enum: values }, description);
/** What is known today, of values that may be joined by others: a client that checks must not fail on a new one. */
export const knownTexts = (values: string[], description: string): Schema => ({
  ...string(description),
  examples: values,
});
export const knownNumbers = (values: number[], description: string): Schema => ({
  ...smallInteger(description),
  examples: values,
});

/** A schema of `index.ts`, by its name there. */
export const ref = (name: string, description?: string): Schema =>
  described({ $ref: `#/components/schemas/${name}` }, description);

/** One of the texts that the schema of this name lists, or one that is new since. */
export const orAnother = (name: string, description: string): Schema => ({
  anyOf: [ref(name), string()],
  description,
});

/** The same, or null. */
export const nullable = (schema: Schema): Schema => {
  const { description, ...alone } = schema;
  if (schema.$ref) return described({ oneOf: [alone, { type: 'null' }] }, description);
  return { ...schema, type: [schema.type as string, 'null'] };
};

const isNullable = ({ type, oneOf }: Schema): boolean => oneOf !== undefined || [type].flat().includes('null');

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

/**
 * The same where real answers leave out, or have null for, whichever they have nothing to say of: what stands inside another
 * object, and all but the proof of what does not. A client that checks would otherwise lose the whole answer.
 */
export const sparse = <P extends Properties>(
  properties: P,
  description?: string,
  required: readonly (keyof P)[] = [],
): Schema => {
  const members = Object.entries(properties).map(([name, schema]) => [
    name,
    required.includes(name) || isNullable(schema) ? schema : nullable(schema),
  ]);
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return object(Object.fromEntries(members) as Properties, true, description, optional);
};

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
