import { Problem } from '../platform/http/problem';
import { Reply } from '../platform/http/reply';
import { AnswerStore } from './answer-store';
import { KeptAnswers } from './kept-answers';
import type { Outcome } from './outcome';
import { hashOf } from './text-hash';

const kilobyte = 1_024;

describe('KeptAnswers', () => {
  let nowMs: number;
  let store: AnswerStore;
  let kept: KeptAnswers;
  beforeEach(() => {
    nowMs = 1_000_000;
    store = new AnswerStore(64 * kilobyte, 16 * kilobyte, 8 * kilobyte, () => nowMs);
    kept = new KeptAnswers(store, { repeatSeconds: 600, pricePercent: 25 });
  });

  const outcomeOf = (byteCount: number, mediaExpiresAtSeconds?: number): Outcome => {
    const body = Buffer.alloc(byteCount, 'x');
    return { reply: new Reply(body), code: null, answer: { body, mediaExpiresAtSeconds } };
  };
  const keepForAge = (accountId: number, fingerprint: string, outcome: Outcome) =>
    kept.keepForAge(accountId, fingerprint, outcome, `request of ${accountId}`);
  const key = (hash: string) => ({ sharerId: 1, hash, place: hashOf(hash), fingerprint: 'f' });

  it('gives an answer as old as asked, and no older', () => {
    keepForAge(1, 'f', outcomeOf(10));
    nowMs += 60_000;
    const found = kept.recent(1, 'f', 60)!;
    expect(kept.ageOf(found, 100)).toEqual({ ageSeconds: 60, ttlSeconds: 40 });
    expect(found.requestId).toBe('request of 1');
    nowMs += 1;
    expect(kept.recent(1, 'f', 60)).toBeUndefined();
    expect(kept.recent(1, 'f', 3_600)).toEqual(found);
    nowMs += 3_600_000 - 60_001;
    expect(kept.recent(1, 'f', 3_600)).toBeUndefined();
    store.dropExpired();
    expect(store.bytes).toBe(0);
  });

  it('gives none to another account, nor to another question', () => {
    keepForAge(1, 'f', outcomeOf(10));
    expect([kept.recent(2, 'f', 60), kept.recent(1, 'g', 60)]).toEqual([undefined, undefined]);
  });

  it('keeps media addresses until five minutes before the first of them expires, and what is missing for a minute', () => {
    const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
    keepForAge(1, 'soon', outcomeOf(10, inSeconds(299)));
    keepForAge(1, 'later', outcomeOf(10, inSeconds(400)));
    keepForAge(1, 'missing', { reply: new Reply(Buffer.from('{}'), 404), code: 'not_found' });
    expect(kept.recent(1, 'soon', 3_600)).toBeUndefined();
    nowMs += 59_000;
    expect(kept.recent(1, 'missing', 3_600)).toBeDefined();
    nowMs += 2_000;
    expect(kept.recent(1, 'missing', 3_600)).toBeUndefined();
    expect(kept.recent(1, 'later', 3_600)).toBeDefined();
    nowMs += 40_000;
    expect(kept.recent(1, 'later', 3_600)).toBeUndefined();
  });

  it('keeps bytes of its own, for repeats as long as their key holds', () => {
    const outcome = outcomeOf(10);
    kept.keepForRepeats(1, key('k'), outcome, 'first');
    outcome.reply.body.fill('y');
    nowMs += 599_999;
    expect(kept.ofKey(1, key('k'))).toMatchObject({ requestId: 'first', fingerprint: 'f' });
    expect(kept.ofKey(1, key('k'))!.outcome.reply.body.toString()).toBe('xxxxxxxxxx');
    nowMs += 1;
    expect(kept.ofKey(1, key('k'))).toBeUndefined();
  });

  it('keeps what was fetched again no longer than the key holds', () => {
    kept.keepForRepeats(1, key('k'), outcomeOf(10), 'first', 400_000);
    nowMs += 199_999;
    expect(kept.ofKey(1, key('k'))).toBeDefined();
    nowMs += 1;
    expect(kept.ofKey(1, key('k'))).toBeUndefined();
  });

  it('writes answers one after the other, and gives each back as it was', () => {
    const kinds: Outcome[] = Array.from({ length: 20 }, (_, number) => {
      const body = Buffer.alloc(20 + number * 7, `${number % 10}é`);
      const answer = {
        body,
        listEnd: number % 2 ? ('single-page' as const) : undefined,
        mediaExpiresAtSeconds: 9e9 + number,
      };
      return { reply: new Reply(body, 200 + number), code: null, answer, problem: undefined };
    });
    const problem = new Problem('private_account', 'The account is private…');
    kinds.push({ reply: new Reply(Buffer.from('{}'), 403, 'x/y'), code: problem.code, answer: undefined, problem });
    for (const [number, outcome] of kinds.entries()) keepForAge(1, `${number}`, outcome);
    const found = kinds.map((_, number) => kept.recent(1, `${number}`, 60)!.outcome);
    expect(found).toEqual(kinds);
    expect(found.every(({ reply, answer }) => answer === undefined || answer.body === reply.body)).toBe(true);
  });

  it('tells answers apart whose names end alike, also in memory that is used again', () => {
    const names = Array.from({ length: 80 }, (_, number) => `${number} 12345678`);
    for (const [number, name] of names.entries()) keepForAge(1, name, outcomeOf(100 + number));
    const lengths = names.map((name) => kept.recent(1, name, 60)?.outcome.reply.body.length);
    const held = lengths.findIndex((length) => length !== undefined);
    expect(held).toBeLessThan(names.length - 5);
    expect(lengths.slice(held)).toEqual(names.slice(held).map((_, index) => 100 + held + index));
  });

  it('holds no more than an answer, an account and all of them may have: the oldest go, first of who kept none for longest', () => {
    keepForAge(1, 'large', outcomeOf(8 * kilobyte + 1));
    expect(store.bytes).toBe(0);
    const has = (account: number, name: string) => kept.recent(account, name, 60) !== undefined;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (let account = 1; account <= 4; account++)
      for (const name of names) {
        keepForAge(account, name, outcomeOf(3 * kilobyte));
        expect(store.bytes).toBeLessThanOrEqual(account * 16 * kilobyte);
      }
    expect([1, 4].map((account) => names.filter((name) => has(account, name)).join(''))).toEqual(['def', 'def']);
    keepForAge(1, 'g', outcomeOf(3 * kilobyte));
    for (const name of names) keepForAge(5, name, outcomeOf(3 * kilobyte));
    expect([2, 3].map((account) => has(account, 'd'))).toEqual([false, true]);
    expect([has(1, 'g'), has(5, 'f')]).toEqual([true, true]);
    expect(store.bytes).toBeLessThanOrEqual(64 * kilobyte);
  });

  it('keeps the last of answers of which an account may have one', () => {
    for (const name of ['a', 'b', 'c']) {
      keepForAge(1, name, outcomeOf(8 * kilobyte));
      expect(store.bytes).toBeLessThanOrEqual(16 * kilobyte);
    }
    const found = ['a', 'b', 'c'].map((name) => kept.recent(1, name, 60)?.outcome.reply.body.length);
    expect(found).toEqual([undefined, undefined, 8 * kilobyte]);
    nowMs += 3_600_000;
    store.dropExpired();
    expect(store.bytes).toBe(0);
  });

  it('erases what nobody may have any more, and frees the memory when the last of it may be had by nobody', () => {
    kept.keepForRepeats(1, key('short'), outcomeOf(100), 'first');
    keepForAge(1, 'long', outcomeOf(100));
    const bytes = store.bytes;
    nowMs += 600_000;
    store.dropExpired();
    expect(kept.ofKey(1, key('short'))).toBeUndefined();
    expect(kept.recent(1, 'long', 3_600)!.outcome.reply.body.toString()).toBe('x'.repeat(100));
    expect(store.bytes).toBeLessThan(bytes);
    nowMs += 3_000_000;
    store.dropExpired();
    expect(store.bytes).toBe(0);
  });

  it('forgets an answer for a newer one, whichever of them lasts longer', () => {
    const inSeconds = Math.floor(Date.now() / 1_000) + 400;
    keepForAge(1, 'f', outcomeOf(10));
    keepForAge(1, 'f', outcomeOf(20, inSeconds));
    expect(kept.recent(1, 'f', 3_600)!.outcome.reply.body).toHaveLength(20);
    nowMs += 101_000;
    expect(kept.recent(1, 'f', 3_600)).toBeUndefined();
    store.dropExpired();
    expect(kept.recent(1, 'f', 3_600)).toBeUndefined();
  });

  it.each([8 * kilobyte + 1, 100])('forgets an answer for a newer one that is not kept (%i bytes)', (byteCount) => {
    keepForAge(1, 'f', outcomeOf(10));
    keepForAge(1, 'f', outcomeOf(byteCount, Math.floor(Date.now() / 1_000) + 60));
    expect(kept.recent(1, 'f', 3_600)).toBeUndefined();
  });

  it('keeps nothing where there is no room at all', () => {
    const off = new KeptAnswers(new AnswerStore(0), { repeatSeconds: 600, pricePercent: 0 });
    off.keepForAge(1, 'f', outcomeOf(0), 'request');
    expect(off.recent(1, 'f', 60)).toBeUndefined();
  });

  it('prices a kept answer', () => expect([kept.priceOf(600n), kept.priceOf(1n)]).toEqual([150n, 0n]));
});
