import fc from 'fast-check';
import {
  apiKeyLength,
  apiKeyPrefix,
  generateApiKey,
  hashApiKey,
  isTestKey,
  isWellFormedApiKey,
  startOfKey,
} from './api-key-format';

describe('the format of API keys', () => {
  it('recognises every generated key, and never generates the same key twice', () => {
    const keys = Array.from({ length: 1_000 }, generateApiKey);
    expect(new Set(keys).size).toBe(1_000);
    for (const key of keys) {
      expect(key).toMatch(/^loupe_[0-9A-Za-z]{33}$/);
      expect(isWellFormedApiKey(key)).toBe(true);
      expect(isTestKey(key)).toBe(false);
    }
  });

  it('includes the test marker in the checksum, so that a test key cannot be turned into a live key or back', () => {
    const key = generateApiKey('test');
    expect(key).toMatch(/^loupe_test_[0-9A-Za-z]{33}$/);
    expect([isWellFormedApiKey(key), isTestKey(key)]).toEqual([true, true]);
    expect(startOfKey({ prefix: apiKeyPrefix(key), mode: 'test' })).toBe(key.slice(0, 'loupe_test_'.length + 8));
    const live = generateApiKey();
    for (const text of [key.replace('test_', ''), live.replace('loupe_', 'loupe_test_'), `${key.slice(0, -1)}?`])
      expect(isWellFormedApiKey(text)).toBe(false);
  });

  it('refuses a key with a single wrong character', () => {
    const key = generateApiKey();
    const place = fc.nat({ max: apiKeyLength - 1 });
    fc.assert(
      fc.property(place, fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(key[at] !== character);
        expect(isWellFormedApiKey(key.slice(0, at) + character + key.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('refuses a key with two swapped neighbours, and a truncated, extended or padded key', () => {
    const key = generateApiKey();
    for (let i = 6; i + 1 < key.length; i++) {
      const swapped = key.slice(0, i) + key[i + 1] + key[i] + key.slice(i + 2);
      if (swapped !== key) expect(isWellFormedApiKey(swapped)).toBe(false);
    }
    for (const text of [key.slice(0, -1), `${key}a`, ` ${key}`, `${key} `, '', 'loupe_']) {
      expect(isWellFormedApiKey(text)).toBe(false);
    }
  });

  it('hashes a key with SHA-256, and returns its first eight random characters as the prefix', () => {
    const key = 'loupe_0123456789';
    expect(hashApiKey(key).toString('hex')).toBe('71ce838cefafa8d99e0337ce698f1c2e9233d24580897fed2b41aad0c04e709d');
    expect(apiKeyPrefix(key)).toBe('01234567');
  });
});
