import { Transform } from 'class-transformer';
import { IsEmail, IsIn, Length, Matches, ValidateBy } from 'class-validator';
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

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A moment, RFC 3339; a day alone is its first one, UTC. */
export function TimeField(notes: FieldNotes = {}): PropertyDecorator {
  return field(
    { type: 'string', format: 'date-time' },
    { example: '2026-01-31T09:30:00.000Z', ...notes },
    inCalendar(moment, 'must be a day or a time such as 2026-01-31T09:30:00Z'),
  );
}

/** A day of the calendar, UTC. */
export function DayField(notes: FieldNotes = {}): PropertyDecorator {
  return field(
    { type: 'string', format: 'date' },
    { example: '2026-01-31', ...notes },
    inCalendar(day, 'must be a day such as 2026-01-31'),
  );
}

/** Of the right form, and in the calendar: there is no 30th of February, although Date would make it March. */
function inCalendar(form: RegExp, message: string): PropertyDecorator {
  const validate = (value: unknown) =>
    typeof value === 'string' &&
    form.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value.slice(0, 10)).toISOString().startsWith(value.slice(0, 10));
  return ValidateBy({ name: 'inCalendar', validator: { validate } }, { message });
}

/** One of a few words. */
export function ChoiceField(choices: readonly string[], notes: FieldNotes = {}): PropertyDecorator {
  return field(
    { type: 'string', enum: [...choices] },
    notes,
    IsIn(choices, { message: `must be one of ${choices.join(', ')}` }),
  );
}
