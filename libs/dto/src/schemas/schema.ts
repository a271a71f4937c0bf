/** A JSON Schema (2020-12), as embedded in OpenAPI 3.1. */
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
/** Declared as int64, because counts and times exceed the 32 bits that many generators assume by default. */
export const integer = (description?: string): Schema => described({ type: 'integer', format: 'int64' }, description);
export const smallInteger = (description?: string): Schema =>
  described({ type: 'integer', format: 'int32' }, description);
export const number = (description?: string): Schema => described({ type: 'number', format: 'double' }, description);
export const boolean = (description?: string): Schema => described({ type: 'boolean' }, description);
export const array = (items: Schema, description?: string): Schema => described({ type: 'array', items }, description);
export const oneOfValues = (values: string[], description?: string): Schema =>
  described({ type: 'string', enum: values }, description);
/** An open enumeration: its values are only examples, so that validating clients accept new values. */
export const knownTexts = (values: string[], description: string): Schema => ({
  ...string(description),
  examples: values,
});
export const knownNumbers = (values: number[], description: string): Schema => ({
  ...smallInteger(description),
  examples: values,
});

export const ref = (name: string, description?: string): Schema =>
  described({ $ref: `#/components/schemas/${name}` }, description);

/** A value that the named schema lists, or a new value. */
export const orAnother = (name: string, description: string): Schema => ({
  anyOf: [ref(name), string()],
  description,
});

export const nullable = (schema: Schema): Schema => {
  const { description, ...bare } = schema;
  if (schema.$ref) return described({ oneOf: [bare, { type: 'null' }] }, description);
  return { ...schema, type: [schema.type as string, 'null'] };
};

const isNullable = ({ type, oneOf }: Schema): boolean => oneOf !== undefined || [type].flat().includes('null');

type Properties = Record<string, Schema>;

/** An object made by Loupe, which may gain fields. Generated clients rely on every field that is not in `optional`. */
export const open = <P extends Properties>(
  properties: P,
  description?: string,
  optional: readonly (keyof P)[] = [],
): Schema => object(properties, true, description, optional);

/**
 * An upstream object with its common fields. The upstream leaves out any of them, or sends null, so only `required` ones, which Loupe
 * checks or makes, are promised.
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

/** An object made by Loupe: exactly these fields. */
export const closed = <P extends Properties>(
  properties: P,
  description?: string,
  optional: readonly (keyof P)[] = [],
): Schema => object(properties, false, description, optional);

export const id = (description?: string): Schema =>
  string(description ?? 'Id: a string of digits, even if the upstream sends a number.');
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
