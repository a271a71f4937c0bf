import { parseUsd } from '@loupe/dto';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, Max, Min, ValidateBy } from 'class-validator';
import { type FieldNotes, field } from './field';

/**
 * An amount of USD: a decimal string with at most six decimals. A JSON number is taken too where its shortest
 * spelling is such a string, so that nothing is rounded on the way.
 */
export function UsdField({
  aboveZero = false,
  ...notes
}: FieldNotes & { aboveZero?: boolean } = {}): PropertyDecorator {
  const message = `must be an amount in USD ${aboveZero ? 'above zero ' : ''}with at most six decimals, such as "25.00"`;
  return field(
    { type: 'string', pattern: '^[0-9]{1,9}(\\.[0-9]{1,6})?$' },
    { example: '25.00', ...notes },
    Transform(({ value }) => (typeof value === 'number' ? String(value) : value)),
    ValidateBy({ name: 'isUsd', validator: { validate: (value) => isUsd(value, aboveZero) } }, { message }),
  );
}

function isUsd(value: unknown, aboveZero: boolean): boolean {
  const micros = typeof value === 'string' ? parseUsd(value) : undefined;
  return micros !== undefined && (micros > 0n || !aboveZero);
}

/** A whole number; digits as text are taken too, which is all a query can hold. */
export function IntegerField({ min, max, ...notes }: FieldNotes & { min: number; max: number }): PropertyDecorator {
  const message = `must be a whole number from ${min} to ${max}`;
  return field(
    { type: 'integer', minimum: min, maximum: max },
    notes,
    Transform(({ value }) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

export function BooleanField(notes: FieldNotes = {}): PropertyDecorator {
  return field({ type: 'boolean' }, notes, IsBoolean({ message: 'must be true or false' }));
}
