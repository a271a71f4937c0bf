import { base32, matchingTotpStep, otpauthUrl, totpCode, totpStep } from './totp';

const secret = Buffer.from('12345678901234567890');
const nowMs = 1_700_000_000_000;
const now = totpStep(nowMs);

describe('time-based codes', () => {
  // RFC 6238, appendix B, the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('match the RFC at second %s', (second, code) => {
    expect(totpCode(secret, totpStep(second * 1_000))).toBe(code);
  });

  it.each([-1, 0, 1])('are accepted one step early or late (%s)', (distance) => {
    expect(matchingTotpStep(secret, totpCode(secret, now + distance), nowMs, 0)).toBe(now + distance);
  });

  it.each([-2, 2])('are refused two steps early or late (%s)', (distance) => {
    expect(matchingTotpStep(secret, totpCode(secret, now + distance), nowMs, 0)).toBeUndefined();
  });

  it('are refused when they were already used', () => {
    expect(matchingTotpStep(secret, totpCode(secret, now), nowMs, now)).toBeUndefined();
  });

  it.each(['', '12345', '1234567', 'abcdef', '٠١٢٣٤٥'])('never match the malformed text %p', (text) => {
    expect(matchingTotpStep(secret, text, nowMs, 0)).toBeUndefined();
  });
});

describe('the secret of an authenticator', () => {
  // RFC 4648, section 10, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('is encoded in base32: %p', (text, spelled) => expect(base32(Buffer.from(text))).toBe(spelled));

  it('appears with issuer and user in the URI of the QR code', () => {
    expect(otpauthUrl(secret, 'Loupe', 'a+b@example.com')).toBe(
      'otpauth://totp/Loupe:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Loupe',
    );
  });
});
