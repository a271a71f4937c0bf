import { Transform } from 'class-transformer';
import { IsEmail, IsIn, IsISO8601, Length, Matches } from 'class-validator';
import { type FieldNotes, field } from './field';

/** Free text of one line, trimmed, without control characters. */
export function TextField({ max, min = 1, ...notes }: FieldNotes & { max: number; min?: number }): PropertyDecorator {
  const message = `must be a text of ${min} to ${max} characters without control characters`;
  return field(
    { type: 'string', minLength: min, maxLength: max },
    notes,
    Transform(({ value }) => (typeof value === 'string' ? value.trim() : value)),
    Length(min, max, { message }),
    Matches(/^\P{Cc}*$/u, { message }),
  );
}

/** A secret somebody typed or was given: taken as it is. */
export function SecretField({ max = 256, ...notes }: FieldNotes & { max?: number } = {}): PropertyDecorator {
  return field(
    { type: 'string', minLength: 1, maxLength: max, format: 'password' },
    notes,
    Length(1, max, { message: `must be a text of 1 to ${max} characters` }),
  );
}

/** An address for sign-in, lower-cased. */
export function EmailField(notes: FieldNotes = {}): PropertyDecorator {
  return field(
    { type: 'string', format: 'email', maxLength: 254 },
    { example: 'owner@example.com', ...notes },
    Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    IsEmail({}, { message: 'must be an e-mail address' }),
  );
}

/** An id of ours: a string of digits, in JSON too. */
export function IdField(notes: FieldNotes = {}): PropertyDecorator {
  return field(
    { type: 'string', pattern: '^[0-9]{1,15}$' },
    { example: '1001', ...notes },
    Matches(/^\d{1,15}$/, { message: 'must be a string of digits' }),
  );
}

/** A moment, RFC 3339. */
export function TimeField(notes: FieldNotes = {}): PropertyDecorator {
  return field(
    { type: 'string', format: 'date-time' },
    { example: '2026-01-31T09:30:00.000Z', ...notes },
    IsISO8601(
      { strict: true, strictSeparator: true },
      { message: 'must be a date or a time such as 2026-01-31T09:30:00Z' },
    ),
  );
}

/** A day of the calendar, UTC. */
export function DayField(notes: FieldNotes = {}): PropertyDecorator {
  const message = 'must be a day such as 2026-01-31';
  return field(
    { type: 'string', format: 'date' },
    { example: '2026-01-31', ...notes },
    Matches(/^\d{4}-\d{2}-\d{2}$/, { message }),
    IsISO8601({ strict: true }, { message }),
  );
}

/** One of a few words. */
export function ChoiceField(choices: readonly string[], notes: FieldNotes = {}): PropertyDecorator {
  return field(
    { type: 'string', enum: [...choices] },
    notes,
    IsIn(choices, { message: `must be one of ${choices.join(', ')}` }),
  );
}
