import { decimalNumber, InvalidValue, mustBe, type Reader, trueOrFalse, wholeNumber } from '../readers';

/** The subset of JSON Schema that describes parameters. */
export interface ParameterSchema {
  type: 'string' | 'number' | 'integer' | 'boolean';
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: boolean | number;
}

/** A declared parameter, from which validation, documentation and the playground's form are made. */
export interface Parameter<Value = string> {
  readonly required: boolean;
  readonly schema: ParameterSchema;
  readonly description: string;
  readonly example?: string;
  /** Follows “is required”, and says where the value comes from. */
  readonly hint?: string;
  readonly deprecated?: boolean;
  readonly read: Reader<Value>;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

export type ValuesOf<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value> ? Value : never;
};

/** Makes a parameter optional; its value is then undefined if it is not sent. */
export function optional<Value>(parameter: Parameter<Value>): Parameter<Value | undefined> {
  return { ...parameter, required: false };
}

interface Documentation {
  description: string;
  example?: string;
  hint?: string;
}

// Default limit, far above the length of any value that the upstream knows.
const maxLength = 2_000;

/** Text that matches a pattern. @param mustBe completes the error message “<parameter> …” @param limit in characters */
export function matching(pattern: RegExp, mustBe: string, limit: number, documentation: Documentation): Parameter {
  const schema: ParameterSchema = { type: 'string', pattern: pattern.source, maxLength: limit };
  return {
    required: true,
    schema,
    ...documentation,
    read(text) {
      if (text.length > limit) return new InvalidValue(`must be at most ${limit} characters long`);
      return pattern.test(text) ? text : new InvalidValue(mustBe);
    },
  };
}

/** A numeric upstream id. Leading zeros are removed. Ids have 64 bits, so at most 20 digits. */
export function digits(documentation: Documentation): Parameter {
  const kind = matching(/^\d+$/, mustBe.digits, 20, documentation);
  return {
    ...kind,
    read(text) {
      const id = kind.read(text);
      return id instanceof InvalidValue ? id : id.replace(/^0+(?=\d)/, '');
    },
  };
}

/** Adds advice to the message about an invalid value, such as where to send a name instead of an id. */
export function advising<Value>(
  parameter: Parameter<Value>,
  adviceFor: (text: string) => string | undefined,
): Parameter<Value> {
  return {
    ...parameter,
    read(text) {
      const value = parameter.read(text);
      const advice = value instanceof InvalidValue ? adviceFor(text) : undefined;
      return advice === undefined ? value : new InvalidValue(`${(value as InvalidValue).message}; ${advice}`);
    },
  };
}

/** A media pk, or a composite `<pk>_<owner pk>`. */
export function mediaId(documentation: Documentation): Parameter {
  const mustBeOne = 'must be a numeric media pk, or <media_id>_<owner_id>';
  return matching(/^\d{1,20}(_\d{1,20})?$/, mustBeOne, 41, documentation);
}

/** Non-blank text without control characters. @param limit in characters */
export function freeText(documentation: Documentation, limit = maxLength): Parameter {
  return {
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: limit },
    ...documentation,
    read(text) {
      if (text.length === 0) return new InvalidValue('must not be empty');
      if (text.length > limit) return new InvalidValue(`must be at most ${limit} characters long`);
      if (/\p{Cc}/u.test(text)) return new InvalidValue('must not contain control characters');
      return text.trim() === '' ? new InvalidValue('must not be only white space') : text;
    },
  };
}

// The URL and headers of a request may have 16 KB together, so a longer token never arrives.
const maxTokenLength = 16_384;

/** An opaque paging token. Any text is valid here; a token that cannot be decrypted is refused later with `invalid_cursor`. */
export function token(documentation: Documentation): Parameter {
  return {
    required: true,
    schema: { type: 'string', maxLength: maxTokenLength },
    ...documentation,
    read: (text) => text,
  };
}

/** A UUID of any version, converted to lower case (RFC 9562, section 4: input is case-insensitive). */
export function uuid(documentation: Documentation & { example: string }): Parameter {
  const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const hint = `any UUID that you make, such as ${documentation.example}; send the same one for the next page`;
  const kind = matching(pattern, `must be a UUID: ${hint}`, 36, { ...documentation, hint });
  const schema: ParameterSchema = { type: 'string', format: 'uuid', maxLength: 36 };
  return { ...kind, schema, read: (text) => kind.read(text.toLowerCase()) };
}

/** `true`, `false`, 1 or 0; false by default. */
export function boolean(description: string): Parameter<boolean> {
  return { required: true, schema: { type: 'boolean', default: false }, description, read: trueOrFalse };
}

/** A decimal number within inclusive bounds, whose spelling is kept. */
export function decimal(minimum: number, maximum: number, description: string, example: string): Parameter {
  const schema: ParameterSchema = { type: 'number', format: 'double', minimum, maximum };
  return { required: true, schema, description, example, read: decimalNumber(minimum, maximum) };
}

/** A whole number within inclusive bounds. @param initial the default */
export function integer(minimum: number, maximum: number, initial: number, description: string): Parameter<number> {
  const schema: ParameterSchema = { type: 'integer', format: 'int32', minimum, maximum, default: initial };
  return { required: true, schema, description, read: wholeNumber(minimum, maximum) };
}
