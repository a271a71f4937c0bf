import fc from 'fast-check';
import { TokenCipher } from './token-cipher';

const secret = (name: string) => name.padEnd(32, '.');
const list = '["users.followers",["user_id","1"]]';

describe('TokenCipher', () => {
  const cipher = new TokenCipher([secret('new')]);

  it('decrypts every text that it encrypted for the same purpose', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (cursor) =>
        expect(cipher.decrypt(cipher.encrypt(cursor, list), list)).toBe(cursor),
      ),
    );
  });

  it('creates tokens that do not contain the text', () => {
    const token = cipher.encrypt('1926933891264902156', list);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('19269');
  });

  it('encrypts equal texts to equal tokens in every process, and different texts with different nonces', () => {
    const nonceOf = (encrypted: string) => Buffer.from(encrypted, 'base64url').subarray(0, 13).toString('hex');
    expect(new TokenCipher([secret('new')]).encrypt('QVFE', list)).toBe(cipher.encrypt('QVFE', list));
    const others = [
      cipher.encrypt('QVFF', list),
      cipher.encrypt('QVFE', `${list} `),
      cipher.encrypt('b\0c', 'a'),
      cipher.encrypt('c', 'a\0b'),
      new TokenCipher([secret('other')]).encrypt('QVFE', list),
      ...Array.from({ length: 1_000 }, (_, number) => cipher.encrypt(`${number}`, list)),
    ];
    expect(new Set([...others, cipher.encrypt('QVFE', list)].map(nonceOf)).size).toBe(others.length + 1);
  });

  it('does not decrypt a token for another purpose', () => {
    expect(cipher.decrypt(cipher.encrypt('x', list), '["users.following",["user_id","1"]]')).toBeUndefined();
  });

  it('does not decrypt a token with any bit changed, cut off or added', () => {
    const token = Buffer.from(cipher.encrypt('QVFE', list), 'base64url');
    for (let bit = 0; bit < token.length * 8; bit++) {
      const forged = Buffer.from(token);
      forged[bit >> 3]! ^= 1 << (bit & 7);
      expect(cipher.decrypt(forged.toString('base64url'), list)).toBeUndefined();
    }
    for (let length = 0; length < token.length; length++)
      expect(cipher.decrypt(token.subarray(0, length).toString('base64url'), list)).toBeUndefined();
    expect(cipher.decrypt(`${token.toString('base64url')}A`, list)).toBeUndefined();
  });

  it('decrypts only the issued spelling of a token, and no other spelling of the same bytes', () => {
    const token = cipher.encrypt('QVFE', list);
    for (const spelling of [`${token}=`, `${token} `, ` ${token}`, `${token}\n`])
      expect(cipher.decrypt(spelling, list)).toBeUndefined();
  });

  it('does not decrypt text that was never encrypted', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(cipher.decrypt(text, list)).toBeUndefined()));
  });

  it('decrypts old tokens while secrets rotate, and not after the old secret is dropped', () => {
    const old = new TokenCipher([secret('old')]).encrypt('x', list);
    expect(new TokenCipher([secret('new'), secret('old')]).decrypt(old, list)).toBe('x');
    expect(cipher.decrypt(old, list)).toBeUndefined();
  });
});
