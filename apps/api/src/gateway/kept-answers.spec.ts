import { Reply } from '../platform/http/reply';
import { AnswerStore } from './answer-store';
import { KeptAnswers } from './kept-answers';
import type { Outcome } from './outcome';

const kilobyte = 1_024;
const overhead = 512;

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
  const key = (hash: string) => ({ hash, fingerprint: 'f' });

  it('gives an answer as old as asked, and no older', () => {
    keepForAge(1, 'f', outcomeOf(10));
    nowMs += 60_000;
    const found = kept.recent(1, 'f', 60)!;
    expect(kept.ageOf(found, 100)).toEqual({ ageSeconds: 60, ttlSeconds: 40 });
    expect(found.requestId).toBe('request of 1');
    nowMs += 1;
    expect(kept.recent(1, 'f', 60)).toBeUndefined();
    expect(kept.recent(1, 'f', 3_600)).toBe(found);
    nowMs += 3_600_000 - 60_001;
    expect(kept.recent(1, 'f', 3_600)).toBeUndefined();
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

  it('shares buffers among the answers of an account, each with its own bytes and none with the body that left', () => {
    const bodies = Array.from({ length: 24 }, (_, number) => Buffer.alloc(20 + number, `${number % 10}`));
    for (const [number, body] of bodies.entries())
      keepForAge(1, `${number}`, { reply: new Reply(body), code: null, answer: { body } });
    const found = bodies.map((_, number) => kept.recent(1, `${number}`, 60)!.outcome);
    expect(found.map(({ reply }) => reply.body.toString())).toEqual(bodies.map((body) => body.toString()));
    expect(
      found.every(({ reply, answer }, number) => answer!.body === reply.body && reply.body !== bodies[number]),
    ).toBe(true);
    expect(new Set(found.slice(8).map(({ reply }) => reply.body.buffer)).size).toBeLessThan(8);
  });

  it('bounds an answer, an account and all of them, and drops the oldest of the account that kept none for longest', () => {
    const size = 4 * kilobyte - overhead;
    keepForAge(1, 'large', outcomeOf(8 * kilobyte + 1));
    expect(store.bytes).toBe(0);
    for (let account = 1; account <= 4; account++)
      for (const name of ['a', 'b', 'c', 'd', 'e']) keepForAge(account, name, outcomeOf(size));
    expect(store.bytes).toBe(64 * kilobyte);
    expect(['a', 'b', 'e'].map((name) => kept.recent(1, name, 60) !== undefined)).toEqual([false, true, true]);
    keepForAge(1, 'b', outcomeOf(size));
    keepForAge(5, 'a', outcomeOf(size));
    expect([kept.recent(2, 'b', 60), kept.recent(2, 'c', 60), kept.recent(1, 'b', 60)]).toEqual([
      undefined,
      expect.anything(),
      expect.anything(),
    ]);
    expect(store.bytes).toBe(64 * kilobyte);
    nowMs += 3_600_000;
    store.dropExpired();
    expect(store.bytes).toBe(0);
  });

  it('keeps nothing where there is no room at all', () => {
    const off = new KeptAnswers(new AnswerStore(0), { repeatSeconds: 600, pricePercent: 0 });
    off.keepForAge(1, 'f', outcomeOf(0), 'request');
    expect(off.recent(1, 'f', 60)).toBeUndefined();
  });

  it('prices a kept answer', () => expect([kept.priceOf(600n), kept.priceOf(1n)]).toEqual([150n, 0n]));
});
