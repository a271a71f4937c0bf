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

/** Why a text is not a value of its parameter: the end of a sentence that begins with the parameter's name. */
export class InvalidValue {
  constructor(readonly message: string) {}
}

/** A parameter as an operation declares it: validation, documentation and the playground's form are made from this. */
export interface Parameter<Value = string> {
  readonly required: boolean;
  readonly schema: ParameterSchema;
  readonly description: string;
  readonly example?: string;
  readonly deprecated?: boolean;
  /** Turns the decoded text of a request into a value. */
  read(text: string): Value | InvalidValue;
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
