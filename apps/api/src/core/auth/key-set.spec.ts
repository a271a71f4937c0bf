import fc from 'fast-check';
import { AddressRanges } from '../../platform/address-ranges';
import { generateApiKey, hashApiKey } from './api-key-format';
import type { KeyRecord } from './key-record';
import { KeyRefusal, unknownKey } from './key-refusal';
import { KeySet } from './key-set';

const nowMs = Date.UTC(2026, 10, 20);
const hourMs = 3_600_000;
const forever = Number.POSITIVE_INFINITY;

function record(text: string, changes: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: 1,
    accountId: 1_001,
    keyFamilyId: 1,
    hash: hashApiKey(text).toString('hex'),
    ratePerSecond: 10,
    endsAtMs: forever,
    end: 'expired',
    suspended: false,
    allowedAddresses: undefined,
    changeMark: 1,
    ...changes,
  };
}

function setOf(...keys: KeyRecord[]): KeySet {
  const set = new KeySet();
  for (const key of keys) set.put(key, nowMs);
  return set;
}

const ended = (detail: string) =>
  expect.objectContaining({ code: 'unauthorized', detail: expect.stringContaining(detail) });

describe('KeySet', () => {
  it('finds each of many keys, and no unknown key', () => {
    const texts = Array.from({ length: 20_000 }, generateApiKey);
    const set = setOf(...texts.map((text, index) => record(text, { id: index + 1, keyFamilyId: index + 1 })));
    expect(set.size).toBe(20_000);
    for (const [index, text] of texts.entries()) {
      expect(set.authenticate(text, nowMs)).toMatchObject({ id: index + 1, prefix: text.slice(6, 14) });
    }
    for (let i = 0; i < 1_000; i++) expect(set.authenticate(generateApiKey(), nowMs)).toBe(unknownKey);
  });

  it('returns ids above 32 bits', () => {
    const text = generateApiKey();
    const ids = { id: 2 ** 40 + 1, accountId: 2 ** 41 + 1, keyFamilyId: 2 ** 42 + 1 };
    expect(setOf(record(text, ids)).authenticate(text, nowMs)).toMatchObject(ids);
  });

  it.each([
    ['expired', 'expired at 2026-11-19T23:00:00.000Z'],
    ['replaced', 'replaced by a rotation'],
    ['revoked', 'was revoked at 2026-11-19T23:00:00.000Z'],
  ] as const)('tells a caller who sends the whole key that it was %s', (end, words) => {
    const text = generateApiKey();
    const set = setOf(record(text, { end, endsAtMs: nowMs - hourMs }));
    expect(set.authenticate(text, nowMs)).toEqual(ended(words));
  });

  it('accepts a key until the millisecond in which it ends', () => {
    const text = generateApiKey();
    const set = setOf(record(text, { endsAtMs: nowMs }));
    expect(set.authenticate(text, nowMs - 1)).toMatchObject({ id: 1 });
    expect(set.authenticate(text, nowMs)).toEqual(ended('expired'));
  });

  it('refuses a revoked key even when the clock is behind the time of the revocation', () => {
    const text = generateApiKey();
    const set = setOf(record(text, { end: 'revoked', endsAtMs: nowMs + hourMs }));
    expect(set.authenticate(text, nowMs)).toEqual(ended('was revoked'));
  });

  it('refuses keys of a suspended account until it is resumed', () => {
    const text = generateApiKey();
    const set = setOf(record(text, { suspended: true }));
    expect(set.authenticate(text, nowMs)).toMatchObject({ code: 'account_suspended' });
    set.put(record(text, { changeMark: 2 }), nowMs);
    expect(set.authenticate(text, nowMs)).toMatchObject({ id: 1 });
  });

  it('returns the allowed addresses of a key that has any', () => {
    const text = generateApiKey();
    const set = setOf(record(text, { allowedAddresses: new AddressRanges(['203.0.113.0/24']) }));
    const key = set.authenticate(text, nowMs);
    if (key instanceof KeyRefusal) throw new Error(key.detail);
    expect(key.allowedAddresses!.includes('203.0.113.9')).toBe(true);
    set.put(record(text, { changeMark: 2 }), nowMs);
    expect(set.authenticate(text, nowMs)).toMatchObject({ allowedAddresses: undefined });
  });

  it('ignores unknown keys that ended long ago, but not the end of a key that it knows', () => {
    const [held, unknown] = [generateApiKey(), generateApiKey()];
    const longAgo = { endsAtMs: nowMs - 31 * 24 * hourMs, changeMark: 2 };
    const set = setOf(record(held), record(unknown, { ...longAgo, id: 2 }));
    expect(set.authenticate(unknown, nowMs)).toBe(unknownKey);
    set.put(record(held, longAgo), nowMs);
    expect(set.authenticate(held, nowMs)).toEqual(ended('expired'));
  });

  it('keeps the newest state of a key in whatever order its records arrive, and treats a revocation as final', () => {
    const text = generateApiKey();
    const change = fc.record({ ratePerSecond: fc.integer({ min: 1, max: 10_000 }), revoked: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat()), (changes, order) => {
        const records = changes.map(({ ratePerSecond, revoked }, index) =>
          record(text, {
            ratePerSecond,
            changeMark: index + 1,
            ...(revoked && ({ end: 'revoked', endsAtMs: nowMs } as const)),
          }),
        );
        const newest = records.at(-1)!;
        const set = new KeySet();
        const waiting = [...records];
        while (waiting.length > 0) {
          set.put(waiting.splice(order.next().value! % waiting.length, 1)[0]!, nowMs);
        }
        const outcome = set.authenticate(text, nowMs);
        if (records.some(({ end }) => end === 'revoked')) expect(outcome).toEqual(ended('was revoked'));
        else expect(outcome).toMatchObject({ ratePerSecond: newest.ratePerSecond });
      }),
    );
  });
});
