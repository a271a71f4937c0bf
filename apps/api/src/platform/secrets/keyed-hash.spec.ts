import { KeyedHash } from './keyed-hash';

describe('KeyedHash', () => {
  it('returns the first half of the HMAC-SHA256 of RFC 4231, test case 2', () => {
    expect(new KeyedHash('Jefe').of('what do ya want for nothing?')).toBe('5bdcc146bf60754e6a042426089575c7');
  });
});
