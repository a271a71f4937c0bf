import { decimalNumber, InvalidValue, mustBe, type Reader, trueOrFalse, wholeNumber } from '../readers';

/** The subset of JSON Schema that parameters are described with. */
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

/** A parameter as an operation declares it: validation, documentation and the playground's form are made from this. */
export interface Parameter<Value = string> {
  readonly required: boolean;
  readonly schema: ParameterSchema;
  readonly description: string;
  readonly example?: string;
  readonly deprecated?: boolean;
  /** Given the decoded text of a request. */
  readonly read: Reader<Value>;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

export type ValuesOf<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value> ? Value : never;
};

export function optional<Value>(parameter: Parameter<Value>): Parameter<Value | undefined> {
  return { ...parameter, required: false };
}

interface Documentation {
  description: string;
  example?: string;
}

/** Longest value that any parameter may have; nothing that the upstream knows comes near it. */
const maxLength = 2_000;

/** Text that matches `pattern`; `mustBe` ends the sentence for one that does not. */
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

/** A numeric id of the upstream's, without leading zeros. Ids are 64-bit: more than twenty digits cannot be one. */
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

/** A media as the upstream itself names it, by its pk or by the composite with its owner. */
export function mediaId(documentation: Documentation): Parameter {
  const mustBeOne = 'must be a numeric media pk, or <media_id>_<owner_id>';
  return matching(/^\d{1,20}(_\d{1,20})?$/, mustBeOne, 41, documentation);
}

/** Any text of at least one character, without control characters; `limit` bounds it. */
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

/** The address and headers of a request are at most this long together: a longer one is refused before it is read. */
const maxTokenLength = 16_384;

/**
 * A token that is handed back as it was received. Any text passes here: whether it is one of ours is decided by
 * opening it, which ends in `invalid_cursor`.
 */
export function token(documentation: Documentation): Parameter {
  return {
    required: true,
    schema: { type: 'string', maxLength: maxTokenLength },
    ...documentation,
    read: (text) => text,
  };
}

/** A UUID of any version, in lower case: RFC 9562 lets it be sent in either. */
export function uuid(documentation: Documentation): Parameter {
  const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const kind = matching(pattern, 'must be a UUID', 36, documentation);
  const schema: ParameterSchema = { type: 'string', format: 'uuid', maxLength: 36 };
  return { ...kind, schema, read: (text) => kind.read(text.toLowerCase()) };
}

/** `true` or `false`, or 1 or 0; false when it is left out. */
export function boolean(description: string): Parameter<boolean> {
  return { required: true, schema: { type: 'boolean', default: false }, description, read: trueOrFalse };
}

/** A decimal number within bounds, handed on in the spelling it came in. */
export function decimal(minimum: number, maximum: number, description: string, example: string): Parameter {
  const schema: ParameterSchema = { type: 'number', format: 'double', minimum, maximum };
  return { required: true, schema, description, example, read: decimalNumber(minimum, maximum) };
}

/** A whole number within bounds; `initial` when it is left out. */
export function integer(minimum: number, maximum: number, initial: number, description: string): Parameter<number> {
  const schema: ParameterSchema = { type: 'integer', format: 'int32', minimum, maximum, default: initial };
  return { required: true, schema, description, read: wholeNumber(minimum, maximum) };
}
