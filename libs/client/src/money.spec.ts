import fc from 'fast-check';
import { addUsd, formatUsd, parseUsd } from './money.ts';

describe('USD amounts', () => {
  it('formats, parses and adds USD amounts exactly', () => {
    const micros = fc.bigInt({ min: 0n, max: 10n ** 14n });
    fc.assert(
      fc.property(micros, micros, (one, other) => {
        expect(parseUsd(formatUsd(one))).toBe(one);
        expect(addUsd(formatUsd(one), formatUsd(other))).toBe(formatUsd(one + other));
      }),
    );
    expect(addUsd('0.1', '0.2')).toBe('0.300000');
  });

  it.each(['', '-1', '1e3', '1,00', '0.0000001', ' 1', '$1'])('refuses to parse %p as a USD amount', (text) => {
    expect(() => parseUsd(text)).toThrow(TypeError);
  });
});
