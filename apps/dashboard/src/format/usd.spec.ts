import fc from 'fast-check';
import { describeUsd, microsOf, moneyParts, percentOf, placesOf, roundUsd } from './usd';

describe('amounts', () => {
  it.each([
    ['9.994600', '$9.99', '46'],
    ['0.001200', '$0.00', '12'],
    ['1234567.000000', '$1,234,567.00', ''],
    ['-0.000600', '−$0.00', '06'],
    ['141.916000', '$141.91', '60'],
    ['0', '$0.00', ''],
  ])('splits the amount %s after the cents', (usd, loud, quiet) => {
    expect(moneyParts(usd)).toEqual({ loud, quiet });
  });

  it('keeps every significant digit of an amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (micros) => {
        const usd = `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`;
        expect(microsOf(describeUsd(usd).replace(/[$,]/g, ''))).toBe(micros);
      }),
    );
  });

  it.each([
    ['0.714999', '$0.71'],
    ['0.715000', '$0.72'],
    ['-12.345000', '−$12.35'],
    ['1999.999999', '$2,000.00'],
    ['0.043249', '$0.0432'],
    ['0.090000', '$0.09'],
    ['0.003600', '$0.0036'],
    ['0.000605', '$0.000605'],
    ['0', '$0.00'],
  ])('rounds a sum to the cent, or finer where cents say too little: %s → %s', (usd, text) => {
    expect(roundUsd(usd)).toBe(text);
  });

  it('rounds the parts of a sum to the decimals of the whole', () => {
    expect(roundUsd('0.345600', 2)).toBe('$0.35');
    expect(roundUsd('0.007200', 4)).toBe('$0.0072');
  });

  it('gives every amount of a column the decimals of the finest one', () => {
    const column = ['259.880000', '259.880600', '0', '-1.5'];
    const places = placesOf(column);
    expect(column.map((usd) => moneyParts(usd, places)).map(({ loud, quiet }) => loud + quiet)).toEqual([
      '$259.8800',
      '$259.8806',
      '$0.0000',
      '−$1.5000',
    ]);
  });

  it('gives a share of an amount in whole per cent, and zero when the amount is zero', () => {
    expect(percentOf('1.5', '6')).toBe(25);
    expect(percentOf('1', '0')).toBe(0);
  });
});
