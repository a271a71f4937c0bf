import { Problem } from '../platform/problem';
import type { UpstreamResult } from './answers/upstream-result';
import { ResponseCache, ResponseStore } from './response-cache';

const kilobyte = 1_024;
const limits = { processBytes: 64 * kilobyte, accountBytes: 16 * kilobyte, bodyBytes: 8 * kilobyte };

describe('ResponseCache', () => {
  let nowMs: number;
  let store: ResponseStore;
  let cache: ResponseCache;
  beforeEach(() => {
    nowMs = 1_000_000;
    store = new ResponseStore(limits, () => nowMs);
    cache = new ResponseCache(store, { repeatSeconds: 600, pricePercent: 25 });
  });

  const resultOf = (byteCount: number, mediaExpiresAtSeconds?: number): UpstreamResult => ({
    body: Buffer.alloc(byteCount, 'x'),
    mediaExpiresAtSeconds,
  });
  const setCached = (accountId: number, fingerprint: string, result: UpstreamResult) =>
    cache.setCached(accountId, fingerprint, result, `request of ${accountId}`);
  const key = (hash: string, scopeId = 1) => ({ scopeId, hash, fingerprint: 'f' });
  const has = (account: number, name: string) => cache.getCached(account, name, 60) !== undefined;
  const heldOf = (account: number, names: string) => [...names].filter((name) => has(account, name)).join('');

  it('returns a response up to the requested age, and no older', () => {
    setCached(1, 'f', resultOf(10));
    nowMs += 60_000;
    const found = cache.getCached(1, 'f', 60)!;
    expect(cache.ageOf(found, 100)).toEqual({ ageSeconds: 60, ttlSeconds: 40 });
    expect(found.requestId).toBe('request of 1');
    nowMs += 1;
    expect(cache.getCached(1, 'f', 60)).toBeUndefined();
    expect(cache.getCached(1, 'f', 3_600)).toEqual(found);
    nowMs += 3_600_000 - 60_000;
    expect(cache.getCached(1, 'f', 3_600)).toBeUndefined();
    expect(store.bytes).toBe(0);
  });

  it('returns a response only for its account and request, and never uses a stored replay for max-age', () => {
    setCached(1, 'f', resultOf(10));
    cache.setReplay(key('g'), resultOf(10), 'first');
    expect([cache.getCached(2, 'f', 60), cache.getCached(1, 'g', 60)]).toEqual([undefined, undefined]);
    expect([cache.getReplay(key('g', 2)), cache.getReplay(key('f'))]).toEqual([undefined, undefined]);
  });

  it('stores a response until five minutes before its first media URL expires, and a 404 for a minute', () => {
    const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
    setCached(1, 'soon', resultOf(10, inSeconds(299)));
    setCached(1, 'later', resultOf(10, inSeconds(400)));
    setCached(1, 'missing', { body: Buffer.alloc(0), problem: new Problem('not_found', 'There is none.') });
    expect(cache.getCached(1, 'soon', 3_600)).toBeUndefined();
    nowMs += 59_000;
    expect(cache.getCached(1, 'missing', 3_600)).toBeDefined();
    nowMs += 2_000;
    expect(cache.getCached(1, 'missing', 3_600)).toBeUndefined();
    expect(cache.getCached(1, 'later', 3_600)).toBeDefined();
    nowMs += 40_000;
    expect(cache.getCached(1, 'later', 3_600)).toBeUndefined();
  });

  it('stores a response for replays until its idempotency key expires', () => {
    cache.setReplay(key('k'), resultOf(10), 'first');
    nowMs += 600_000;
    expect(cache.getReplay(key('k'))).toMatchObject({ requestId: 'first', fingerprint: 'f' });
    nowMs += 1;
    expect(cache.getReplay(key('k'))).toBeUndefined();
  });

  it('stores a refetched response only until its idempotency key expires', () => {
    cache.setReplay(key('k'), resultOf(10), 'first', 400_000);
    nowMs += 200_000;
    expect(cache.getReplay(key('k'))).toBeDefined();
    nowMs += 1;
    expect(cache.getReplay(key('k'))).toBeUndefined();
  });

  it.each([10, 5_000])('copies a body of %i bytes, so that the cache shares no memory with a request', (byteCount) => {
    const result = resultOf(byteCount);
    cache.setReplay(key('k'), result, 'first');
    setCached(1, 'f', result);
    result.body.fill('y');
    for (const found of [cache.getReplay(key('k')), cache.getCached(1, 'f', 60)]) {
      const { body } = found!.result;
      expect(body.toString()).toBe('x'.repeat(byteCount));
      expect(body.buffer.byteLength).toBe(byteCount);
    }
  });

  it('returns each response unchanged', () => {
    const page: UpstreamResult = { body: Buffer.from('[1]'), listEnd: 'single-page', mediaExpiresAtSeconds: 9e9 };
    const problem = new Problem('private_account', 'The account is private…');
    const refusal: UpstreamResult = { body: Buffer.alloc(0), problem };
    setCached(1, 'page', page);
    setCached(1, 'refusal', refusal);
    expect(cache.getCached(1, 'page', 60)!.result).toEqual(page);
    expect(cache.getCached(1, 'refusal', 60)!.result).toEqual(refusal);
  });

  it('does not store a body above the maximum size', () => {
    setCached(1, 'at the limit', resultOf(8 * kilobyte));
    setCached(1, 'past the limit', resultOf(8 * kilobyte + 1));
    expect([has(1, 'at the limit'), has(1, 'past the limit')]).toEqual([true, false]);
  });

  it('evicts the oldest responses of an account above its limit, even if they were used recently', () => {
    for (const name of 'abcd') setCached(1, name, resultOf(3 * kilobyte));
    expect(heldOf(1, 'abcd')).toBe('abcd');
    setCached(1, 'e', resultOf(3 * kilobyte));
    expect(heldOf(1, 'abcde')).toBe('bcde');
    setCached(1, 'b', resultOf(3 * kilobyte));
    setCached(1, 'f', resultOf(3 * kilobyte));
    expect(heldOf(1, 'bcdef')).toBe('bdef');
    expect(store.bytes).toBe(16 * kilobyte);
  });

  it('evicts no response of other accounts when an account exceeds its own limit', () => {
    for (let account = 1; account <= 4; account++)
      for (const name of 'abcd') setCached(account, name, resultOf(3 * kilobyte));
    for (const name of 'efghij') setCached(4, name, resultOf(3 * kilobyte));
    expect([1, 2, 3].map((account) => heldOf(account, 'abcd'))).toEqual(['abcd', 'abcd', 'abcd']);
    expect(heldOf(4, 'abcdefghij')).toBe('ghij');
    expect(store.bytes).toBe(64 * kilobyte);
  });

  it('evicts the least recently used responses of all accounts above the process limit', () => {
    for (let account = 1; account <= 4; account++)
      for (const name of 'abcd') setCached(account, name, resultOf(3 * kilobyte));
    expect(has(1, 'a')).toBe(true);
    for (const name of 'abcd') setCached(5, name, resultOf(3 * kilobyte));
    expect(store.bytes).toBe(64 * kilobyte);
    expect([1, 2, 3, 4, 5].map((account) => heldOf(account, 'abcd'))).toEqual(['a', 'bcd', 'abcd', 'abcd', 'abcd']);
    for (const name of 'efgh') setCached(1, name, resultOf(3 * kilobyte));
    expect(heldOf(1, 'aefgh')).toBe('efgh');
    expect(store.bytes).toBe(64 * kilobyte);
  });

  it('purges only expired responses', () => {
    cache.setReplay(key('short'), resultOf(100), 'first');
    setCached(1, 'long', resultOf(100));
    const bytes = store.bytes;
    nowMs += 600_001;
    store.purgeExpired();
    expect(store.bytes).toBe(bytes / 2);
    expect(cache.getCached(1, 'long', 3_600)!.result.body.toString()).toBe('x'.repeat(100));
    nowMs += 3_000_000;
    store.purgeExpired();
    expect(store.bytes).toBe(0);
  });

  it('replaces a response with a newer response, even if the newer one expires earlier', () => {
    const inSeconds = Math.floor(Date.now() / 1_000) + 400;
    setCached(1, 'f', resultOf(10));
    setCached(1, 'f', resultOf(20, inSeconds));
    expect(cache.getCached(1, 'f', 3_600)!.result.body).toHaveLength(20);
    nowMs += 101_000;
    expect(cache.getCached(1, 'f', 3_600)).toBeUndefined();
    store.purgeExpired();
    expect(cache.getCached(1, 'f', 3_600)).toBeUndefined();
  });

  it.each([8 * kilobyte + 1, 100])('drops a response if a newer one cannot be stored (%i bytes)', (byteCount) => {
    setCached(1, 'f', resultOf(10));
    setCached(1, 'f', resultOf(byteCount, Math.floor(Date.now() / 1_000) + 60));
    expect(cache.getCached(1, 'f', 3_600)).toBeUndefined();
  });

  it('stores nothing with a memory limit of 0', () => {
    const off = new ResponseCache(new ResponseStore({ processBytes: 0 }), { repeatSeconds: 600, pricePercent: 0 });
    off.setCached(1, 'f', resultOf(0), 'request');
    expect(off.getCached(1, 'f', 60)).toBeUndefined();
  });

  it('rounds a cached price down', () => expect([cache.priceOf(600n), cache.priceOf(1n)]).toEqual([150n, 0n]));
});
