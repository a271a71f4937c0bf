import type { Reader } from '../readers';

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

/** The values that a request's parameters have after validation. */
export type ValuesOf<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value> ? Value : never;
};

/** The same parameter where it may be left out. */
export function optional<Value>(parameter: Parameter<Value>): Parameter<Value | undefined> {
  return { ...parameter, required: false };
}
