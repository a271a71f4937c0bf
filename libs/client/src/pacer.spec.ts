import fc from 'fast-check';
import { Pacer } from './pacer.ts';

/** Sends requests with these gaps, and waits as the pacer requires. @returns when each request was sent */
function send(pacer: Pacer, clock: { ms: number }, gapsMs: readonly number[]): number[] {
  return gapsMs.map((gapMs) => {
    clock.ms += gapMs;
    for (let waitMs = pacer.take(); waitMs > 0; waitMs = pacer.take()) clock.ms += waitMs;
    return clock.ms;
  });
}

describe('Pacer', () => {
  it('never sends more requests in a window than the reported limit', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 3 }), gaps, (limit, seconds, gaps) => {
        const clock = { ms: 1_000_000 };
        const pacer = new Pacer(() => clock.ms);
        pacer.learn(`"key";q=${limit};w=${seconds}`);
        const sent = send(pacer, clock, gaps);
        for (let first = 0; first + limit < sent.length; first++)
          expect(sent[first + limit]! - sent[first]!).toBeGreaterThan(seconds * 1_000);
      }),
    );
  });

  it('starts with a limit of 10 requests per second, and does not delay callers who stay below it', () => {
    const clock = { ms: 0 };
    const pacer = new Pacer(() => clock.ms);
    expect(send(pacer, clock, Array(10).fill(0))).toEqual(Array(10).fill(0));
    expect(pacer.take()).toBeGreaterThan(1_000);
    clock.ms = 10_000;
    expect(send(pacer, clock, Array(50).fill(200)).at(-1)).toBe(20_000);
  });

  it('delays every request for the duration of a pause', () => {
    const clock = { ms: 5_000 };
    const pacer = new Pacer(() => clock.ms);
    pacer.pause(3_000);
    pacer.pause(1_000);
    expect(pacer.take()).toBe(3_000);
    clock.ms = 8_000;
    expect(pacer.take()).toBe(0);
  });

  it.each([null, '', '"key"', '"key";q=0;w=1', 'q=5'])('ignores the policy %p', (policy) => {
    const pacer = new Pacer(() => 0);
    pacer.learn(policy);
    expect(Array.from({ length: 11 }, () => pacer.take() > 0).filter(Boolean)).toEqual([true]);
  });
});
