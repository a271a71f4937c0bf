import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { FieldNotes } from './field';

// Fields that only answers have: nothing is validated on the way out.

/** Any text. */
export function AnswerText(notes: FieldNotes = {}): PropertyDecorator {
  return answer({ type: 'string' }, notes);
}

/** A count, a duration in milliseconds, a size in bytes. */
export function AnswerInteger(notes: FieldNotes = {}): PropertyDecorator {
  return answer({ type: 'integer' }, notes);
}

/** A signed amount of USD with six decimals. */
export function AnswerUsd(notes: FieldNotes = {}): PropertyDecorator {
  return answer({ type: 'string', pattern: '^-?[0-9]+\\.[0-9]{6}$' }, { example: '9.994600', ...notes });
}

/** Another object of ours, or a list of them. */
export function AnswerObject(
  type: Type<unknown>,
  { list = false, ...notes }: FieldNotes & { list?: boolean } = {},
): PropertyDecorator {
  return answer({ type, ...(list && { isArray: true }) } as ApiPropertyOptions, notes);
}

function answer(schema: ApiPropertyOptions, { optional = false, ...notes }: FieldNotes): PropertyDecorator {
  return ApiProperty({ ...schema, ...notes, required: !optional } as ApiPropertyOptions);
}
