import { InvalidValue, type Parameter } from './parameter';

/** `true` or `false`, spelled out. */
export function boolean(description: string): Parameter<boolean> {
  return {
    required: true,
    schema: { type: 'boolean', default: false },
    description,
    read: (text) => (text === 'true' ? true : text === 'false' ? false : new InvalidValue('must be true or false')),
  };
}

/** A decimal number within bounds, kept in the spelling it came in: it is forwarded, not computed with. */
export function decimal(minimum: number, maximum: number, description: string, example: string): Parameter {
  const mustBe = `must be a number from ${minimum} to ${maximum}`;
  return {
    required: true,
    schema: { type: 'number', minimum, maximum },
    description,
    example,
    read(text) {
      const value = Number(text);
      const fits = /^-?\d{1,3}(\.\d{1,15})?$/.test(text) && value >= minimum && value <= maximum;
      return fits ? text : new InvalidValue(mustBe);
    },
  };
}

/** A whole number within bounds, without sign or exponent. */
export function integer(minimum: number, maximum: number, initial: number, description: string): Parameter<number> {
  return {
    required: true,
    schema: { type: 'integer', minimum, maximum, default: initial },
    description,
    read(text) {
      const value = Number(text);
      const fits = /^\d{1,9}$/.test(text) && value >= minimum && value <= maximum;
      return fits ? value : new InvalidValue(`must be a whole number from ${minimum} to ${maximum}`);
    },
  };
}
