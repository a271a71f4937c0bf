import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

/** What every field may say of itself, beside its kind. */
export interface FieldNotes {
  description?: string;
  example?: unknown;
  /** May be left out; `null` is then still a fault. */
  optional?: boolean;
  nullable?: boolean;
}

/** One property of a body, query or answer: its schema in the document and its validation from one declaration. */
export function field(
  schema: ApiPropertyOptions,
  { optional = false, nullable = false, ...notes }: FieldNotes,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ ...schema, ...notes, required: !optional, ...(nullable && { nullable }) } as ApiPropertyOptions),
    ValidateIf((_, value) => !(optional && value === undefined) && !(nullable && value === null)),
    ...rules,
  );
}
