import { AttemptLimiter } from './attempt-limiter';

const limits = { free: 3, firstDelayMs: 1_000, maxDelayMs: 8_000, forgetAfterMs: 60_000 };

describe('AttemptLimiter', () => {
  it('admits the free attempts and doubles the wait with each further failure, up to a maximum', () => {
    const limiter = new AttemptLimiter(limits);
    const waits = [];
    for (let nowMs = 0; waits.length < 9; nowMs += 1_000 * limiter.secondsToWait('a', nowMs)) {
      limiter.fail('a', nowMs);
      waits.push(limiter.secondsToWait('a', nowMs));
    }
    expect(waits).toEqual([0, 0, 0, 1, 2, 4, 8, 8, 8]);
  });

  it('counts the failures of each subject separately', () => {
    const limiter = new AttemptLimiter(limits);
    for (let i = 0; i < 10; i++) limiter.fail('a', 0);
    expect(limiter.secondsToWait('a', 0)).toBe(8);
    expect(limiter.secondsToWait('b', 0)).toBe(0);
  });

  it('forgets the failures of a subject after a time without new ones', () => {
    const limiter = new AttemptLimiter(limits);
    for (let i = 0; i < 4; i++) limiter.fail('a', 0);
    limiter.fail('a', 61_001);
    expect(limiter.secondsToWait('a', 61_001)).toBe(0);
  });

  it('bounds its memory by evicting the oldest subject', () => {
    const limiter = new AttemptLimiter({ ...limits, free: 0 });
    for (let i = 0; i < 20_001; i++) limiter.fail(`${i}`, 0);
    expect(limiter.secondsToWait('0', 0)).toBe(0);
    expect(limiter.secondsToWait('1', 0)).toBe(1);
  });
});
