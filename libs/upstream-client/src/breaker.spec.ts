import { type Asked, Breaker } from './breaker';

let nowMs: number;
let breaker: Breaker;
beforeEach(() => {
  nowMs = 1_000;
  breaker = new Breaker(() => nowMs);
});

let asked = 0;
/** Each is for something else, unless a test says otherwise. */
const another = (accountId = 1): Asked => ({ accountId, path: `users.info user ${asked++}` });
const check = () => breaker.check(another());
const admit = () => {
  const request = another();
  return { epoch: breaker.admit(request), request };
};

/** Sends a request and lets it end. */
const ask = (succeeded: boolean | undefined, request = another()) =>
  breaker.record(breaker.admit(request), succeeded, request);

function fail(count: number): void {
  for (let failed = 0; failed < count; failed++) ask(false);
}

describe('Breaker', () => {
  it('opens when half of at least twenty requests have failed, and not before', () => {
    fail(19);
    expect(breaker.state).toBe('closed');
    ask(false);
    expect(breaker.state).toBe('open');
    expect(check).toThrow('has been failing');
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
      const sent: ReturnType<typeof admit>[] = [];
      // As many as are let through at one moment.
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
    admit();
    expect(admit).toThrow();
    nowMs += 1_000;
    ask(true);
    expect(breaker.state).toBe('half_open');
    expect(check).not.toThrow();
  });

  it('does not listen to requests from before it opened', () => {
    const before = admit();
    fail(20);
    nowMs += 1_000;
    const probe = admit();
    breaker.record(before.epoch, false, before.request);
    expect(breaker.state).toBe('half_open');
    breaker.record(probe.epoch, true, probe.request);
    expect(check).not.toThrow();
  });

  describe('where failures are of one thing or of one account', () => {
    const bad: Asked = { accountId: 1, path: 'users.info user bad' };
    /** As a caller who does not care what he is told. */
    const insist = (request: Asked) => {
      try {
        ask(false, request);
      } catch {}
    };

    it('stays closed however often one path fails, whoever asks for it', () => {
      for (let round = 0; round < 200; round++) {
        insist({ ...bad, accountId: round % 5 });
        nowMs += 100;
      }
      expect(breaker.state).toBe('closed');
    });

    it('counts one path for a third, also where all its requests were under way at once', () => {
      const sent = Array.from({ length: 100 }, () => breaker.admit(bad));
      for (const epoch of sent) breaker.record(epoch, false, bad);
      for (let succeeded = 0; succeeded < 10; succeeded++) ask(true);
      expect(breaker.state).toBe('closed');
      for (let failed = 0; failed < 4; failed++) ask(false);
      expect(breaker.state).toBe('open');
    });

    it('opens when one account alone asks, and many things fail', () => {
      fail(20);
      expect(breaker.state).toBe('open');
    });

    it('stays closed while one account has all failures, and another is served', () => {
      for (let round = 0; round < 300; round++) {
        ask(false, another(1));
        if (round % 10 === 0) ask(true, another(2));
        nowMs += 100;
      }
      expect(breaker.state).toBe('closed');
    });

    it('opens when the others fail as well, though one account has most failures', () => {
      for (let succeeded = 0; succeeded < 10; succeeded++) ask(true, another(2));
      for (let failed = 0; failed < 100; failed++) ask(false, another(1));
      expect(breaker.state).toBe('closed');
      let failures = 0;
      for (; breaker.state === 'closed'; failures++) ask(false, another(2));
      // 4 of its 14, and a third of 21 of the other: 11 of 21.
      expect(failures).toBe(4);
    });

    it('forgets who asks no more: the upstream may have died since', () => {
      for (let succeeded = 0; succeeded < 50; succeeded++) ask(true, another(2));
      for (let second = 0; second < 30; second++) {
        nowMs += 1_000;
        if (breaker.state === 'closed') ask(false, another(1));
        if (breaker.state === 'closed') ask(false, another(1));
      }
      expect(breaker.state).toBe('open');
    });
  });

  describe('a path that fails ten times in a row', () => {
    const bad: Asked = { accountId: 1, path: 'users.info user bad' };
    const failBad = (count: number) => {
      for (let failed = 0; failed < count; failed++) ask(false, bad);
    };

    it('is refused alone, and tried once after each pause, of four seconds at most', () => {
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

    it('is asked for as always once it has succeeded', () => {
      failBad(10);
      nowMs += 1_000;
      ask(true, bad);
      failBad(9);
      expect(() => breaker.check(bad)).not.toThrow();
    });

    it('begins anew when it has not failed for a minute', () => {
      failBad(10);
      nowMs += 61_000;
      expect(breaker.paths.refused).toBe(0);
      failBad(9);
      expect(() => breaker.check(bad)).not.toThrow();
    });

    it('is refused alone as well when it is the session that is refused it', () => {
      for (let refused = 0; refused < 10; refused++) breaker.record(breaker.admit(bad), undefined, bad, true);
      expect(() => breaker.check(bad)).toThrow('this very request');
      expect(breaker.state).toBe('closed');
    });

    it('is forgotten when a thousand others have failed since', () => {
      failBad(10);
      for (let failed = 0; failed < 1_000; failed++) breaker.paths.failed(`${failed}`);
      expect(() => breaker.check(bad)).not.toThrow();
    });
  });
});
