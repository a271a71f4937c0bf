/** A JSON Schema (2020-12) as OpenAPI 3.1 embeds it. */
export interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
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

/** What the upstream sends: the named fields are the commonly used ones, every other one is passed through. */
export const open = (properties: Record<string, Schema>, description?: string): Schema =>
  described({ type: 'object', properties, additionalProperties: true }, description);

/** What Loupe itself makes: exactly these fields, all of them always there unless named in `optional`. */
export const closed = (properties: Record<string, Schema>, description?: string, optional: string[] = []): Schema => {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return described({ type: 'object', properties, required, additionalProperties: false }, description);
};

export const id = (description?: string): Schema =>
  string(description ?? 'Id: a string of digits, however the upstream spells it.');
export const unixSeconds = (description = 'Unix seconds.'): Schema => integer(description);
export const signedUrl = (description = 'Signed; expires within hours.'): Schema =>
  described({ type: 'string', format: 'uri' }, description);

function described(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : { ...schema, description };
}
