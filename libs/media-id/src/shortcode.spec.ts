import fc from 'fast-check';
import { parseDecimalId } from './decimal-id';
import { pkFromShortcode, shortcodeFromPk } from './shortcode';

const maxPk = 2n ** 63n - 1n;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function slowCode(pk: bigint): string {
  return pk < 64n ? alphabet[Number(pk)]! : slowCode(pk / 64n) + alphabet[Number(pk % 64n)]!;
}

function slowPk(code: string): bigint {
  return [...code].reduce((pk, digit) => pk * 64n + BigInt(alphabet.indexOf(digit)), 0n);
}

// Pairs published by open-source clients of the platform.
const published: [pk: string, code: string][] = [
  ['2110901750722920960', 'B1LbfVPlwIA'],
  ['2278584739065882267', 'B-fKL9qpeab'],
  ['2243811726252050162', 'B8jnuB2HAby'],
  ['2154602296692269830', 'B3mr1-OlWMG'],
  ['1038059720608660215', '5n7dDmhTr3'],
  ['936303077400215759', 'z-arAqi4DP'],
  ['3776832898280228145', 'DRqAYKuAIUx'],
  ['3865659729796199935', 'DWllQsJCPX_'],
];

const boundaries: [pk: string, code: string][] = [
  ['1', 'B'],
  ['63', '_'],
  ['64', 'BA'],
  [String(2n ** 53n - 1n), 'f________'],
  [String(2n ** 53n), 'gAAAAAAAA'],
  [String(2n ** 53n + 1n), 'gAAAAAAAB'],
  [String(64n ** 10n - 1n), '__________'],
  [String(64n ** 10n), 'BAAAAAAAAAA'],
  [String(maxPk), 'H__________'],
];

describe('shortcodes', () => {
  it.each([...published, ...boundaries])('converts the pk %s to the shortcode %s and back', (pk, code) => {
    expect(shortcodeFromPk(pk)).toBe(code);
    expect(shortcodeFromPk(BigInt(pk))).toBe(code);
    expect(pkFromShortcode(code)).toBe(pk);
  });

  it('converts every pk in 1…2^63−1 to a shortcode and back without losing a digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: maxPk }), (pk) => {
        const code = shortcodeFromPk(pk);
        expect(code).toBe(slowCode(pk));
        expect(pkFromShortcode(code)).toBe(String(pk));
      }),
      { numRuns: 2000 },
    );
  });

  it('decodes every text of the alphabet to its number, or rejects it outside 1…2^63−1', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/), (code) => {
        const pk = slowPk(code);
        expect(pkFromShortcode(code)).toBe(pk >= 1n && pk <= maxPk ? String(pk) : undefined);
      }),
      { numRuns: 2000 },
    );
  });

  it('ignores leading As of a shortcode', () => {
    expect(pkFromShortcode('AADRqAYKuAIUx')).toBe('3776832898280228145');
    expect(pkFromShortcode(`${'A'.repeat(17)}DRqAYKuAIUx`)).toBe('3776832898280228145');
  });

  it.each([
    ['CCQQsCXjOaBfS3I2PpqsNkxElV9DXj61vzo5xs0', '2346448800803776129'],
    ['CA0YnOonSfS98BGEO8qRUEqmSFtVVPv1CnX_7E0', '2320587956892280786'],
    ['CFPU5jqA7F7gtdLtpBevHl5A6rVwt3fi4zVzs00', '2400229042638008699'],
    ['Bjt2qFJnxspZiO1ISO5JKDE_BQi1xgK8EofetY0', '1796332212650449705'],
    ['CXdy1B-oDnSqOYMQ5fGdSgsHOBwzsdUehXouis0', '2728560495838640594'],
    ['BtTnuFVhN0c-dH1F9Ma1DL134F9T9gdtlvVN8I0', '1969092152730639644'],
    [`z-arAqi4DP${'x'.repeat(28)}`, '936303077400215759'],
  ])('drops the last 28 characters of the private code %s', (code, pk) => {
    expect(pkFromShortcode(code)).toBe(pk);
  });

  it.each([
    ['no characters', ''],
    ['zero', 'A'],
    ['zero, written long', 'AAAAAAAAAAA'],
    ['2^63', 'IAAAAAAAAAA'],
    ['2^64−1', 'P__________'],
    ['2^64', 'QAAAAAAAAAA'],
    ['2^66−1', '___________'],
    ['twelve digits', 'BAAAAAAAAAAA'],
    ['28 characters, no suffix yet', 'x'.repeat(28)],
    ['a suffix alone after zeros', `A${'x'.repeat(28)}`],
    ['standard base64 characters', 'DRqA+KuAIU/'],
    ['padding', 'DRqAYKuAIUx='],
    ['white space', ' DRqAYKuAIUx'],
    ['a line break at the end', 'DRqAYKuAIUx\n'],
    ['a NUL', 'DRqA\0KuAIUx'],
    ['a look-alike letter', 'DRqАYKuAIUx'],
    ['a full-width digit', 'DRqAYKuAIU１'],
    ['ten thousand characters', 'x'.repeat(10_000)],
  ])('rejects a shortcode with %s', (_what, code) => {
    expect(pkFromShortcode(code)).toBeUndefined();
  });

  it.each([0n, -1n, maxPk + 1n, 2n ** 64n - 1n, '', '0', '-1', '1.0', '1e3', '0x10', ' 1', '9223372036854775808'])(
    'throws a RangeError for the pk %p',
    (pk) => {
      expect(() => shortcodeFromPk(pk)).toThrow(RangeError);
    },
  );
});

describe('parseDecimalId', () => {
  it('accepts exactly the numbers in 1…2^63−1', () => {
    const anyNumber = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 70n }), fc.bigInt({ min: maxPk - 9n, max: maxPk + 9n }));
    fc.assert(
      fc.property(anyNumber, fc.nat(3), (value, zeros) => {
        const inRange = value >= 1n && value <= maxPk;
        expect(parseDecimalId('0'.repeat(zeros) + value)).toBe(inRange ? String(value) : undefined);
      }),
    );
  });

  it.each(['', '-1', '+1', '1 ', '\t1', '1\n', '1.0', '1e3', '0x1f', 'NaN', '١٢٣', '1_000', '9'.repeat(10_000)])(
    'rejects %j',
    (text) => {
      expect(parseDecimalId(text)).toBeUndefined();
    },
  );
});
