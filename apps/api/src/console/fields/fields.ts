import { formatUsd, mustBe, parseUsd } from '@loupe/dto';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, Length, Matches, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { emailAddressError } from '../../core/identity/email-address';
import { parseAddressRange } from '../../platform/address-ranges';
import { clock } from '../../platform/clock';
import { isObject } from '../../platform/is-object';

export interface FieldOptions {
  description?: string;
  example?: unknown;
  /** May be omitted. `null` is refused unless `nullable` is set. */
  optional?: boolean;
  nullable?: boolean;
}

function field(
  schema: ApiPropertyOptions,
  { optional = false, nullable = false, ...options }: FieldOptions,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ ...schema, ...options, required: !optional, ...(nullable && { nullable }) } as ApiPropertyOptions),
    ValidateIf((_, value) => !(optional && value === undefined) && !(nullable && value === null)),
    ...rules,
  );
}

/** No control characters and no lone surrogates. PostgreSQL cannot store NUL or a lone surrogate. */
const storable = /^[^\p{Cc}\p{Cs}]*$/u;

export function TextField({ max, ...options }: FieldOptions & { max: number }): PropertyDecorator {
  const message = mustBe.line(1, max);
  return field(
    { type: 'string', minLength: 1, maxLength: max },
    options,
    Transform(({ value }) => (typeof value === 'string' ? value.trim() : value)),
    Length(1, max, { message }),
    Matches(storable, { message }),
  );
}

export function AddressListField({ max, ...options }: FieldOptions & { max: number }): PropertyDecorator {
  return field(
    { type: 'array', items: { type: 'string' }, maxItems: max },
    options,
    ValidateBy({
      name: 'isAddressList',
      validator: {
        validate: (value) => addressListError(value, max) === undefined,
        defaultMessage: (given) => `${addressListError(given?.value, max)}`,
      },
    }),
  );
}

/** What is wrong with a list of IP addresses and ranges; undefined if nothing is. */
export function addressListError(value: unknown, max: number): string | undefined {
  const isText = (entry: unknown): entry is string => typeof entry === 'string' && entry.length <= 100;
  if (!Array.isArray(value) || value.length > max || !value.every(isText))
    return `must be a list of at most ${max} strings of at most 100 characters`;
  const wrong = value.find((entry) => parseAddressRange(entry) === undefined);
  return wrong === undefined
    ? undefined
    : `contains ${JSON.stringify(wrong)}, which is neither an IP address nor a CIDR range`;
}

const maxSecretLength = 256;

/** A password, token or code. It is not trimmed. */
export function SecretField(options: FieldOptions = {}): PropertyDecorator {
  const message = `must be a text of 1 to ${maxSecretLength} characters`;
  return field(
    { type: 'string', minLength: 1, maxLength: maxSecretLength, format: 'password' },
    options,
    Length(1, maxSecretLength, { message }),
    // UTF-8 replaces every lone surrogate with the same character, so different passwords would get the same hash.
    Matches(/^\P{Cs}*$/u, { message }),
  );
}

export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    { type: 'string', format: 'email', maxLength: 254 },
    { example: 'owner@example.com', ...options },
    Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    ValidateBy({
      name: 'isEmailAddress',
      validator: {
        validate: (value) => emailAddressError(value) === undefined,
        defaultMessage: (given) => `${emailAddressError(given?.value)}`,
      },
    }),
  );
}

export function IdField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    { type: 'string', pattern: '^[0-9]{1,15}$' },
    { example: '1001', ...options },
    Matches(/^\d{1,15}$/, { message: mustBe.digits }),
  );
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** An RFC 3339 time with optional seconds, or a date, which means its midnight in UTC. `future` refuses past times. */
export function TimeField({ future = false, ...options }: FieldOptions & { future?: boolean } = {}): PropertyDecorator {
  const isAhead = { name: 'isAhead', validator: { validate: isFuture } };
  return field(
    { type: 'string', format: 'date-time' },
    { example: '2026-01-31T09:30:00.000Z', ...options },
    ...(future ? [ValidateBy(isAhead, { message: notFuture })] : []),
    inCalendar(moment, notMoment),
  );
}

export function DayField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    { type: 'string', format: 'date' },
    { example: '2026-01-31', ...options },
    inCalendar(day, `must be a day such as 2026-01-31, ${years}`),
  );
}

export function MonthField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    { type: 'string', pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' },
    { example: '2026-01', ...options },
    Matches(/^20\d{2}-(0[1-9]|1[0-2])$/, { message: 'must be a month such as 2026-01, from 2000 to 2099' }),
  );
}

/** Request ids cannot encode times before 1970, and a time plus some days must still have a year of four digits. */
const years = 'from 1970 to 9998';
const earliestMs = 0;
const latestMs = Date.UTC(9999, 0) - 1;

/** Also refuses February 30, which `Date` would turn into a day in March. */
function inCalendar(form: RegExp, message: string): PropertyDecorator {
  const validate = (value: unknown) => isInCalendar(form, value);
  return ValidateBy({ name: 'inCalendar', validator: { validate } }, { message });
}

function isInCalendar(form: RegExp, value: unknown): value is string {
  if (typeof value !== 'string' || !form.test(value)) return false;
  const [date, timeMs] = [value.slice(0, 10), Date.parse(value)];
  return timeMs >= earliestMs && timeMs <= latestMs && new Date(Date.parse(date)).toISOString().slice(0, 10) === date;
}

const notMoment = `must be a day or a time such as 2026-01-31T09:30:00Z, ${years}`;
const notFuture = 'must be in the future';
const isFuture = (value: string) => Date.parse(value) > clock.wallMs();

/** What is wrong with a future time, in the form of {@link TimeField}; undefined if nothing is. */
export function futureTimeError(value: string): string | undefined {
  if (!isInCalendar(moment, value)) return notMoment;
  return isFuture(value) ? undefined : notFuture;
}

export function ChoiceField(choices: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'string', enum: [...choices] }, options, IsIn(choices, { message: mustBe.oneOf(choices) }));
}

/** A list of at least one of the choices, each once. */
export function ChoiceListField(choices: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const message = `must be a list of one or more of ${choices.join(', ')}, each once`;
  const validate = (value: unknown) =>
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((entry) => choices.includes(entry));
  return field(
    { type: 'array', items: { type: 'string', enum: [...choices] }, minItems: 1, uniqueItems: true },
    options,
    ValidateBy({ name: 'isChoiceList', validator: { validate } }, { message }),
  );
}

export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'boolean' }, options, IsBoolean({ message: mustBe.trueOrFalse }));
}

/** An integer. A string of digits is accepted too, because query parameters are strings. */
export function IntegerField({ min, max, ...options }: FieldOptions & { min: number; max: number }): PropertyDecorator {
  const message = mustBe.wholeNumber(min, max);
  return field(
    { type: 'integer', minimum: min, maximum: max },
    options,
    Transform(({ value }) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

/** USD with at most six decimals. A JSON number is accepted if JavaScript prints it in this format. */
export function UsdField({ aboveZero = false, ...options }: FieldOptions & { aboveZero?: boolean } = {}) {
  const message = mustBe.usd('"25.00"', aboveZero);
  const validate = (value: unknown) => {
    const micros = typeof value === 'string' ? parseUsd(value) : undefined;
    return micros !== undefined && (micros > 0n || !aboveZero);
  };
  return field(
    { type: 'string', pattern: '^[0-9]{1,9}(\\.[0-9]{1,6})?$' },
    { example: '25.00', ...options },
    Transform(({ value }) => (typeof value === 'number' ? String(value) : value)),
    ValidateBy({ name: 'isUsd', validator: { validate } }, { message }),
  );
}

export function microsOf(usd: string): bigint {
  return parseUsd(usd)!;
}

export function usdOf(micros: bigint | null): string | null {
  return micros === null ? null : formatUsd(micros);
}

/** A list of texts, each once. */
export function TextListField({ max, length, ...options }: FieldOptions & { max: number; length: number }) {
  const message = `must be a list of at most ${max} different texts of 1 to ${length} characters`;
  const validate = (value: unknown) =>
    Array.isArray(value) &&
    value.length <= max &&
    new Set(value).size === value.length &&
    value.every((one) => isStorable(one, length));
  return field(
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: length }, maxItems: max, uniqueItems: true },
    options,
    ValidateBy({ name: 'isTextList', validator: { validate } }, { message }),
  );
}

/** An object of texts. */
export function TextMapField({ max, length, ...options }: FieldOptions & { max: number; length: number }) {
  const message = `must be an object of at most ${max} texts of 1 to ${length} characters`;
  const validate = (value: unknown) =>
    isObject(value) &&
    Object.keys(value).length <= max &&
    Object.entries(value).every((entry) => entry.every((one) => isStorable(one, length)));
  return field(
    { type: 'object', additionalProperties: { type: 'string', maxLength: length } },
    options,
    ValidateBy({ name: 'isTextMap', validator: { validate } }, { message }),
  );
}

const isStorable = (value: unknown, length: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= length && storable.test(value);

/** The values on which a form was based, by field. */
export type Seen = Readonly<Record<string, unknown>>;

const maxSeen = 10_000;

/** The values that the user saw when the change began. They are compared and never stored. */
export function SeenField(): PropertyDecorator {
  const validate = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && JSON.stringify(value).length <= maxSeen;
  return field(
    { type: 'object', additionalProperties: true },
    {
      optional: true,
      description:
        'The values of changed fields as you read them: the change is refused if somebody has changed them since',
    },
    ValidateBy(
      { name: 'isSeen', validator: { validate } },
      { message: 'must be an object of fields and their values' },
    ),
  );
}

/** The JSON of a browser's WebAuthn call. Its members are checked together with its signature. */
export function WebAuthnField(description: string, options: FieldOptions = {}): PropertyDecorator {
  return field(
    { type: 'object', additionalProperties: true },
    { description, ...options },
    ValidateBy({ name: 'isObject', validator: { validate: isObject } }, { message: 'must be an object' }),
  );
}
