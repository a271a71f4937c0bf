import { Breaker } from './breaker';

let nowMs: number;
let breaker: Breaker;
beforeEach(() => {
  nowMs = 1_000;
  breaker = new Breaker(() => nowMs);
});

/** Sends a request and lets it end. */
const ask = (succeeded: boolean | undefined) => breaker.record(breaker.admit(), succeeded);

function fail(count: number): void {
  for (let failed = 0; failed < count; failed++) ask(false);
}

describe('Breaker', () => {
  it('opens when half of at least twenty requests have failed, and not before', () => {
    fail(19);
    expect(breaker.state).toBe('closed');
    ask(false);
    expect(breaker.state).toBe('open');
    expect(() => breaker.check()).toThrow('has been failing');
  });

  it('stays closed while more than half succeed, and does not count what says nothing', () => {
    for (let round = 0; round < 50; round++) {
      ask(true);
      ask(true);
      ask(false);
      ask(undefined);
    }
    expect(breaker.state).toBe('closed');
  });

  it('forgets failures of long ago', () => {
    fail(19);
    nowMs += 20_000;
    ask(false);
    expect(breaker.state).toBe('closed');
  });

  it('sends one request after the pause, and lets more through as they succeed, until it is closed', () => {
    fail(20);
    nowMs += 1_000;
    const admitted: number[] = [];
    while (breaker.state !== 'closed') {
      const epochs: number[] = [];
      // As many as are let through at one moment.
      for (;;) {
        try {
          epochs.push(breaker.admit());
        } catch {
          break;
        }
      }
      admitted.push(epochs.length);
      breaker.record(epochs[0]!, true);
      for (const epoch of epochs.slice(1)) breaker.record(epoch, undefined);
    }
    expect(admitted).toEqual([1, 2, 4, 8, 16]);
  });

  it('pauses longer after a failed probe, four seconds at most', () => {
    fail(20);
    const pausesMs: number[] = [];
    for (let probe = 0; probe < 4; probe++) {
      const openAtMs = nowMs;
      while (true) {
        nowMs += 500;
        try {
          ask(false);
          break;
        } catch {}
      }
      pausesMs.push(nowMs - openAtMs);
    }
    expect(pausesMs).toEqual([1_000, 2_000, 4_000, 4_000]);
  });

  it('sends another probe when one does not come back within the pause', () => {
    fail(20);
    nowMs += 1_000;
    breaker.admit();
    expect(() => breaker.admit()).toThrow();
    nowMs += 1_000;
    ask(true);
    expect(breaker.state).toBe('half_open');
    expect(() => breaker.check()).not.toThrow();
  });

  it('does not listen to requests from before it opened', () => {
    const before = breaker.admit();
    fail(20);
    nowMs += 1_000;
    const probe = breaker.admit();
    breaker.record(before, false);
    expect(breaker.state).toBe('half_open');
    breaker.record(probe, true);
    expect(() => breaker.check()).not.toThrow();
  });
});
