import fc from 'fast-check';
import { formatUsd, parseUsd } from './usd';

describe('USD amounts', () => {
  it('formats and parses without loss', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 999_999_999_999_999n), (micros) => {
        expect(parseUsd(formatUsd(micros))).toBe(micros);
      }),
    );
  });

  it.each([
    [9_994_600n, '9.994600'],
    [0n, '0'],
    [-600n, '-0.000600'],
    [1_000_000n, '1.000000'],
  ])('formats %s micro-USD as %s', (micros, text) => expect(formatUsd(micros)).toBe(text));

  it.each(['', '1e3', '-1', '.5', '1.', '0.0000001', ' 1', '1,5', 'NaN', '1234567890'])('rejects %p', (text) => {
    expect(parseUsd(text)).toBeUndefined();
  });
});
