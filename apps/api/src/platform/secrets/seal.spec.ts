import fc from 'fast-check';
import { Seal } from './seal';

const secret = (name: string) => name.padEnd(32, '.');
const list = '["users.followers",["user_id","1"]]';

describe('Seal', () => {
  const seal = new Seal([secret('new')]);

  it('opens what it sealed, for the same list, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (cursor) =>
        expect(seal.open(seal.seal(cursor, list), list)).toBe(cursor),
      ),
    );
  });

  it('shows nothing of the cursor', () => {
    const token = seal.seal('1926933891264902156', list);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('19269');
  });

  it('seals the same cursor alike in every process, and never two with one nonce', () => {
    const nonceOf = (sealed: string) => Buffer.from(sealed, 'base64url').subarray(0, 13).toString('hex');
    expect(new Seal([secret('new')]).seal('QVFE', list)).toBe(seal.seal('QVFE', list));
    const others = [
      seal.seal('QVFF', list),
      seal.seal('QVFE', `${list} `),
      seal.seal('b\0c', 'a'),
      seal.seal('c', 'a\0b'),
      new Seal([secret('other')]).seal('QVFE', list),
      ...Array.from({ length: 1_000 }, (_, number) => seal.seal(`${number}`, list)),
    ];
    expect(new Set([...others, seal.seal('QVFE', list)].map(nonceOf)).size).toBe(others.length + 1);
  });

  it('does not open a token of another list', () => {
    expect(seal.open(seal.seal('x', list), '["users.following",["user_id","1"]]')).toBeUndefined();
  });

  it('does not open a token with any bit changed, cut off or added', () => {
    const token = Buffer.from(seal.seal('QVFE', list), 'base64url');
    for (let bit = 0; bit < token.length * 8; bit++) {
      const forged = Buffer.from(token);
      forged[bit >> 3]! ^= 1 << (bit & 7);
      expect(seal.open(forged.toString('base64url'), list)).toBeUndefined();
    }
    for (let length = 0; length < token.length; length++)
      expect(seal.open(token.subarray(0, length).toString('base64url'), list)).toBeUndefined();
    expect(seal.open(`${token.toString('base64url')}A`, list)).toBeUndefined();
  });

  it('accepts only the spelling it gave out, not others of the same bytes', () => {
    const token = seal.seal('QVFE', list);
    for (const spelling of [`${token}=`, `${token} `, ` ${token}`, `${token}\n`])
      expect(seal.open(spelling, list)).toBeUndefined();
  });

  it('does not open what was never sealed', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(seal.open(text, list)).toBeUndefined()));
  });

  it('keeps live cursors open while secrets rotate, and closes them when the old one is dropped', () => {
    const old = new Seal([secret('old')]).seal('x', list);
    expect(new Seal([secret('new'), secret('old')]).open(old, list)).toBe('x');
    expect(seal.open(old, list)).toBeUndefined();
  });
});
