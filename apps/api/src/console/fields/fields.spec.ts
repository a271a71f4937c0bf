import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { BooleanField, DayField, EmailField, IdField, IntegerField, TextField, TimeField, UsdField } from './fields';

class Body {
  @UsdField({ optional: true, nullable: true })
  amount?: string | null;

  @UsdField({ optional: true, aboveZero: true })
  price?: string;

  @IntegerField({ min: 1, max: 10, optional: true })
  count?: number;

  @BooleanField({ optional: true })
  flag?: boolean;

  @TextField({ max: 5, optional: true })
  name?: string;

  @EmailField({ optional: true })
  email?: string;

  @IdField({ optional: true })
  id?: string;

  @TimeField({ optional: true })
  time?: string;

  @DayField({ optional: true })
  day?: string;
}

async function read(plain: object): Promise<{ body: Body; errors: string[] }> {
  const body = plainToInstance(Body, plain);
  return { body, errors: (await validate(body)).map(({ property }) => property) };
}

describe('a request body', () => {
  it.each([
    ['amount', '25.00', '25.00'],
    ['amount', 25, '25'],
    ['amount', 0.000001, '0.000001'],
    ['amount', 25.1, '25.1'],
    ['amount', '0', '0'],
    ['amount', null, null],
    ['amount', undefined, undefined],
    ['price', '0.000001', '0.000001'],
    ['count', '7', 7],
    ['count', 10, 10],
    ['flag', false, false],
    ['name', '  ab ', 'ab'],
    ['email', ' A@Example.COM ', 'a@example.com'],
    ['email', 'zoë+loupe@bücher.example', 'zoë+loupe@bücher.example'],
    ['id', '1001', '1001'],
    ['time', '2026-01-31T09:30:00+02:00', '2026-01-31T09:30:00+02:00'],
    ['time', '2024-02-29', '2024-02-29'],
    ['day', '2026-12-31', '2026-12-31'],
  ])('accepts the field %s with the value %p', async (field, given, taken) => {
    const { body, errors } = await read({ [field]: given });
    expect(errors).toEqual([]);
    expect(body[field as keyof Body]).toBe(taken);
  });

  it.each([
    ['amount', 0.1 + 0.2],
    ['amount', 1e-7],
    ['amount', 1e21],
    ['amount', -1],
    ['amount', Number.NaN],
    ['amount', '1e2'],
    ['amount', '٣'],
    ['amount', true],
    ['price', '0'],
    ['price', '0.000000'],
    ['price', null],
    ['count', 0],
    ['count', 1.5],
    ['count', ''],
    ['count', '0x1'],
    ['flag', 'true'],
    ['name', '   '],
    ['name', 'abcdef'],
    ['name', 'a\u0000b'],
    ['name', 'a\u0085b'],
    ['name', null],
    ['email', 'nobody'],
    ['email', ['a@example.com']],
    ['id', 7],
    ['id', '-1'],
    ['id', '1234567890123456'],
    ['time', '2026-02-29'],
    ['time', '2026-01-31 09:30'],
    ['time', '2026-W05-1'],
    ['time', '2026-01-31T25:00:00Z'],
    ['day', '2026-1-1'],
    ['day', '2026-01-31T00:00:00Z'],
  ])('refuses the field %s with the value %p', async (field, given) => {
    expect((await read({ [field]: given })).errors).toEqual([field]);
  });

  it.each([
    ['a quoted local part', '"a b"@example.com'],
    ['a line break between quotes', '"a\r\nb"@example.com'],
    ['control characters between quotes', '"a\u0001\u0007b"@example.com'],
    ['a bidi override', 'a\u202eb@example.com'],
    ['a bidi isolate', 'a\u2066b@example.com'],
    ['a zero-width space', 'a\u200bb@example.com'],
    ['a soft hyphen', 'a\u00adb@example.com'],
    ['a combining grapheme joiner', 'a\u034fb@example.com'],
    ['a variation selector', 'a\ufe0fb@example.com'],
    ['a Hangul filler', 'a\u3164b@example.com'],
    ['an empty Braille pattern', 'a\u2800b@example.com'],
    ['an ideographic space', 'a\u3000b@example.com'],
    ['an invisible character in its domain', 'a@exam\u200bple.com'],
  ])('refuses an email address with %s', async (_, address) => {
    const errors = await validate(plainToInstance(Body, { email: address }));
    expect(errors[0]?.constraints).toEqual({
      isEmailAddress: 'must be an email address without quotes, spaces and invisible characters',
    });
  });
});
