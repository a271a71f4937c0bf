import { Breaker, type RequestKey } from './breaker';

let nowMs: number;
let breaker: Breaker;
beforeEach(() => {
  nowMs = 1_000;
  breaker = new Breaker(() => nowMs);
});

let pathCount = 0;
/** A request for a new resource. */
const another = (accountId = 1): RequestKey => ({ accountId, path: `users.info user ${pathCount++}` });
const check = () => breaker.check(another());
const admit = () => {
  const request = another();
  return { epoch: breaker.admit(request), request };
};

const ask = (succeeded: boolean | undefined, request = another()) =>
  breaker.record(breaker.admit(request), succeeded, request);

function fail(count: number): void {
  for (let failed = 0; failed < count; failed++) ask(false);
}

describe('Breaker', () => {
  it('opens when 20 requests have failed, but not before', () => {
    fail(19);
    expect(breaker.state).toBe('closed');
    ask(false);
    expect(breaker.state).toBe('open');
    expect(check).toThrow('has been failing');
  });

  it('stays closed while more than half succeed, ignoring results that do not count', () => {
    for (let round = 0; round < 50; round++) {
      ask(true);
      ask(true);
      ask(false);
      ask(undefined);
    }
    expect(breaker.state).toBe('closed');
  });

  it('forgets failures from before the last window', () => {
    fail(19);
    nowMs += 20_000;
    ask(false);
    expect(breaker.state).toBe('closed');
  });

  it('admits one probe after the pause and twice as many after each success until it closes', () => {
    fail(20);
    nowMs += 1_000;
    const admitted: number[] = [];
    while (breaker.state !== 'closed') {
      const sent: ReturnType<typeof admit>[] = [];
      for (;;) {
        try {
          sent.push(admit());
        } catch {
          break;
        }
      }
      admitted.push(sent.length);
      for (const [place, { epoch, request }] of sent.entries())
        breaker.record(epoch, place === 0 ? true : undefined, request);
    }
    expect(admitted).toEqual([1, 2, 4, 8, 16]);
  });

  it('reports once that it opened and once that it closed, but no probe that fails in between', () => {
    const changes: boolean[] = [];
    breaker = new Breaker(
      () => nowMs,
      (isOpen) => changes.push(isOpen),
    );
    fail(20);
    nowMs += 1_000;
    ask(false);
    expect(changes).toEqual([true]);
    nowMs += 2_000;
    while (breaker.state !== 'closed') ask(true);
    expect(changes).toEqual([true, false]);
  });

  it('doubles the pause after each failed probe, up to four seconds', () => {
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

  it('admits another probe when one does not return within the pause', () => {
    fail(20);
    nowMs += 1_000;
    admit();
    expect(admit).toThrow();
    nowMs += 1_000;
    ask(true);
    expect(breaker.state).toBe('half_open');
    expect(check).not.toThrow();
  });

  it('ignores results of requests sent before it opened', () => {
    const before = admit();
    fail(20);
    nowMs += 1_000;
    const probe = admit();
    breaker.record(before.epoch, false, before.request);
    expect(breaker.state).toBe('half_open');
    breaker.record(probe.epoch, true, probe.request);
    expect(check).not.toThrow();
  });

  describe('when one path or one account fails', () => {
    const bad: RequestKey = { accountId: 1, path: 'users.info user bad' };
    const insist = (request: RequestKey) => {
      try {
        ask(false, request);
      } catch {}
    };

    it('stays closed when only one path fails, even if several accounts request it', () => {
      for (let round = 0; round < 200; round++) {
        insist({ ...bad, accountId: round % 5 });
        nowMs += 100;
      }
      expect(breaker.state).toBe('closed');
    });

    it('counts one path for at most a third of the samples, even if its requests were concurrent', () => {
      const sent = Array.from({ length: 100 }, () => breaker.admit(bad));
      for (const epoch of sent) breaker.record(epoch, false, bad);
      for (let succeeded = 0; succeeded < 10; succeeded++) ask(true);
      expect(breaker.state).toBe('closed');
      for (let failed = 0; failed < 4; failed++) ask(false, another(2));
      expect(breaker.state).toBe('open');
    });

    it('stays closed while the only active account fails for many paths and succeeds for some', () => {
      for (let round = 0; round < 300; round++) {
        ask(round % 20 === 0);
        nowMs += 400;
      }
      expect(breaker.state).toBe('closed');
    });

    it('opens ten seconds after the last success of the only active account', () => {
      for (let succeeded = 0; succeeded < 1_000; succeeded++) ask(true);
      const succeededAtMs = nowMs;
      while (breaker.state === 'closed' && nowMs < succeededAtMs + 60_000) {
        nowMs += 10;
        ask(false);
      }
      expect(nowMs - succeededAtMs).toBeGreaterThan(10_000);
      expect(nowMs - succeededAtMs).toBeLessThan(12_000);
    });

    it('opens when the only active account fails for many paths', () => {
      fail(20);
      expect(breaker.state).toBe('open');
    });

    it('stays closed when one account has all failures and another succeeds', () => {
      for (let round = 0; round < 300; round++) {
        ask(false, another(1));
        if (round % 10 === 0) ask(true, another(2));
        nowMs += 100;
      }
      expect(breaker.state).toBe('closed');
    });

    it('opens when other accounts fail too, even if one account has most failures', () => {
      for (let succeeded = 0; succeeded < 10; succeeded++) ask(true, another(2));
      for (let failed = 0; failed < 100; failed++) ask(false, another(1));
      expect(breaker.state).toBe('closed');
      let failures = 0;
      for (; breaker.state === 'closed'; failures++) ask(false, another(2));
      // 4 failures of 14 requests, plus a third of 21 for the other account: 11 of 21.
      expect(failures).toBe(4);
    });

    it('drops the successes of accounts that stopped sending requests', () => {
      for (let succeeded = 0; succeeded < 50; succeeded++) ask(true, another(2));
      for (let second = 0; second < 30; second++) {
        nowMs += 1_000;
        if (breaker.state === 'closed') ask(false, another(1));
        if (breaker.state === 'closed') ask(false, another(1));
      }
      expect(breaker.state).toBe('open');
    });
  });

  describe('for a path that fails ten times in a row', () => {
    const bad: RequestKey = { accountId: 1, path: 'users.info user bad' };
    const failBad = (count: number) => {
      for (let failed = 0; failed < count; failed++) ask(false, bad);
    };

    it('refuses only that path and admits one attempt after each pause of at most four seconds', () => {
      failBad(9);
      expect(() => breaker.check(bad)).not.toThrow();
      failBad(1);
      expect(() => breaker.check(bad)).toThrow(expect.objectContaining({ kind: 'retry_later', retryAfterSeconds: 1 }));
      expect(breaker.paths.refused).toBe(1);
      expect(check).not.toThrow();
      const pausesMs: number[] = [];
      for (let probe = 0; probe < 4; probe++) {
        const pausedAtMs = nowMs;
        for (;;) {
          nowMs += 500;
          try {
            const epoch = breaker.admit(bad);
            expect(() => breaker.admit(bad)).toThrow('this very request');
            breaker.record(epoch, false, bad);
            break;
          } catch {}
        }
        pausesMs.push(nowMs - pausedAtMs);
      }
      expect(pausesMs).toEqual([1_000, 2_000, 4_000, 4_000]);
    });

    it('admits the path again after a success', () => {
      failBad(10);
      nowMs += 1_000;
      ask(true, bad);
      failBad(9);
      expect(() => breaker.check(bad)).not.toThrow();
    });

    it('starts counting from zero when the path has not failed for a minute', () => {
      failBad(10);
      nowMs += 61_000;
      expect(breaker.paths.refused).toBe(0);
      failBad(9);
      expect(() => breaker.check(bad)).not.toThrow();
    });

    it('refuses the path without opening when the session was refused ten times for it', () => {
      for (let refused = 0; refused < 10; refused++) breaker.record(breaker.admit(bad), undefined, bad, true);
      expect(() => breaker.check(bad)).toThrow('this very request');
      expect(breaker.state).toBe('closed');
    });

    it('forgets the path after a thousand other paths have failed', () => {
      failBad(10);
      for (let failed = 0; failed < 1_000; failed++) breaker.paths.failed(`${failed}`);
      expect(() => breaker.check(bad)).not.toThrow();
    });
  });
});
