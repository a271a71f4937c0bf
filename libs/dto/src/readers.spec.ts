import { decimalNumber, InvalidValue, line, oneOf, type Reader, trueOrFalse, usdAmount, wholeNumber } from './readers';

test.each<
  [name: string, read: Reader<unknown>, taken: [text: string, value: unknown][], refused: string[], says: string]
>([
  [
    'a whole number',
    wholeNumber(1, 99),
    [
      ['1', 1],
      ['99', 99],
      ['1e1', 10],
      ['1.0', 1],
      ['007', 7],
    ],
    ['0', '100', '-1', '+1', '1.5', '1e2', '1e-1', ' 1', '', '0x10', '１', '1.', `1${'.0'.padEnd(50, '0')}`],
    'must be a whole number from 1 to 99',
  ],
  [
    'a decimal number',
    decimalNumber(-90, 90),
    [
      ['-90', '-90'],
      ['52.50', '52.50'],
      ['-0.5', '-0.5'],
      ['1e1', '1e1'],
      ['1E-7', '1E-7'],
      ['52.520008123456789012', '52.520008123456789012'],
    ],
    ['90.1', '-90.1', '1e2', '+1', '.5', '5.', '1e', '1e1.5', '', 'NaN', 'Infinity', '1e999', '0x10'],
    'must be a number from -90 to 90',
  ],
  [
    'true or false',
    trueOrFalse,
    [
      ['true', true],
      ['false', false],
      ['True', true],
      ['FALSE', false],
      ['1', true],
      ['0', false],
    ],
    ['yes', '', ' true', '2', '01', 'on'],
    'must be true or false',
  ],
  ['a choice', oneOf('cash', 'card'), [['card', 'card']], ['Cash', ' card', ''], 'must be one of cash, card'],
  [
    'a line of text',
    line(3),
    [[' abc ', 'abc']],
    ['', '  ', 'abcd', 'a\nb', 'a\u0000'],
    'must be a text of 1 to 3 characters without control characters',
  ],
  [
    'an amount',
    usdAmount,
    [
      ['0', 0n],
      ['25.00', 25_000_000n],
    ],
    ['-1', '1.0000001', '1,5', '$1', ''],
    'must be an amount in USD with a point (no comma, no currency sign) and at most six decimals, such as 0.0006',
  ],
])('the reader for %s accepts valid texts and rejects others with a fixed message', (_, read, taken, refused, says) => {
  expect(taken.map(([text]) => read(text))).toEqual(taken.map(([, value]) => value));
  expect(refused.map((text) => read(text))).toEqual(refused.map(() => new InvalidValue(says)));
});
