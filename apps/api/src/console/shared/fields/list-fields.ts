import { ArrayMaxSize, IsArray, IsString, Length } from 'class-validator';
import { type FieldNotes, field } from './field';

/** A list of short texts; what they must look like is decided by whoever reads them. */
export function TextListField({ max, ...notes }: FieldNotes & { max: number }): PropertyDecorator {
  const message = `must be a list of at most ${max} texts`;
  return field(
    { type: 'array', items: { type: 'string' }, maxItems: max },
    notes,
    IsArray({ message }),
    ArrayMaxSize(max, { message }),
    IsString({ each: true, message }),
    Length(1, 100, { each: true, message }),
  );
}
