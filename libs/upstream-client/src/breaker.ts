import { UpstreamFailure } from './failure';

export type BreakerState = 'closed' | 'half_open' | 'open';

const windowMs = 10_000;
const minSamples = 20;
const firstPauseMs = 1_000;
const maxPauseMs = 4_000;
const closedAtProbes = 32;

/** Identifies a request: the account and the resource, not the page. */
export interface RequestKey {
  readonly accountId: number;
  readonly path: string;
}

interface Counts {
  samples: number;
  failures: number;
  isRecent: boolean;
}

/**
 * Circuit breaker of one family. It opens when half of at least 20 requests fail within 10 s. After a pause it admits one
 * probe; each success doubles the allowed probes, and at 32 it closes. A failed probe starts a longer pause.
 * The failures of one path count for at most a third of the samples, and so do those of one account while other requests,
 * of any account, succeed. So nobody can open the breaker with requests that always fail.
 */
export class Breaker {
  state: BreakerState = 'closed';
  readonly paths: FailingPaths;
  private readonly accounts = new Map<number, Counts>();
  private samples = 0;
  private failures = 0;
  private succeededAtMs = Number.NEGATIVE_INFINITY;
  private windowEndsAtMs = 0;
  private pauseMs = firstPauseMs;
  private reopensAtMs = 0;
  /** Half-open only: the limit of probes in flight, their number, and when the newest probe counts as lost. */
  private probeLimit = 1;
  private underWay = 0;
  private nextProbeAtMs = 0;
  /** Changes with the state: results of requests sent before a change are ignored. */
  private epoch = 0;

  /** @param onChange is called when the breaker opens (true) and when it closes again (false) */
  constructor(
    private readonly now: () => number,
    private readonly onChange: (isOpen: boolean) => void = () => undefined,
  ) {
    this.paths = new FailingPaths(now);
  }

  /** @throws {UpstreamFailure} while requests of the family, or for this path, are refused */
  check({ path }: RequestKey): void {
    this.paths.check(path);
    if (this.state === 'closed') return;
    const nowMs = this.now();
    const waitMs = this.state === 'open' ? this.reopensAtMs - nowMs : this.nextProbeAtMs - nowMs;
    if (waitMs <= 0 || (this.state === 'half_open' && this.underWay < this.probeLimit)) return;
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    throw new UpstreamFailure('retry_later', 'this family of requests has been failing', seconds);
  }

  /** Counts a request that is about to be sent. @returns the epoch for {@link record} @throws as {@link check} does */
  admit(key: RequestKey): number {
    this.check(key);
    this.paths.admit(key.path);
    if (this.state === 'closed') return this.epoch;
    if (this.state === 'open') this.enter('half_open');
    this.underWay += 1;
    this.nextProbeAtMs = this.now() + this.pauseMs;
    return this.epoch;
  }

  /**
   * Records the end of a request.
   * @param succeeded undefined if the result does not count for or against the family
   * @param isRefused true if the session or the resource was refused; this counts against the path only
   */
  record(epoch: number, succeeded: boolean | undefined, key: RequestKey, isRefused = false): void {
    if (succeeded) this.paths.succeeded(key.path);
    else if (succeeded === false || isRefused) this.paths.failed(key.path);
    if (epoch !== this.epoch) return;
    if (this.state === 'half_open') this.recordProbe(succeeded);
    else if (this.state === 'closed' && succeeded !== undefined) this.recordSample(succeeded, key);
  }

  private recordProbe(succeeded: boolean | undefined): void {
    this.underWay -= 1;
    if (succeeded === undefined) return;
    if (!succeeded) {
      this.pauseMs = Math.min(this.pauseMs * 2, maxPauseMs);
      this.enter('open');
      return;
    }
    this.probeLimit *= 2;
    if (this.probeLimit < closedAtProbes) return;
    this.pauseMs = firstPauseMs;
    this.enter('closed');
  }

  private recordSample(succeeded: boolean, { accountId, path }: RequestKey): void {
    if (this.now() >= this.windowEndsAtMs) this.beginWindow();
    if (!succeeded && !this.paths.count(path, Math.max(this.samples + 1, minSamples) / 3)) return;
    const ofAccount = this.accounts.get(accountId) ?? { samples: 0, failures: 0, isRecent: true };
    this.accounts.set(accountId, ofAccount);
    ofAccount.isRecent = true;
    ofAccount.samples += 1;
    this.samples += 1;
    if (succeeded) {
      this.succeededAtMs = this.now();
      return;
    }
    ofAccount.failures += 1;
    this.failures += 1;
    if (isHalf(this.failures, this.samples) && !this.isDominatedByOneAccount()) this.enter('open');
  }

  /** Halves the counts, or drops them after an idle window. Also drops the accounts without recent requests. */
  private beginWindow(): void {
    const nowMs = this.now();
    const part = nowMs < this.windowEndsAtMs + windowMs ? 0.5 : 0;
    this.windowEndsAtMs = nowMs + windowMs;
    this.paths.decay(part);
    this.samples = 0;
    this.failures = 0;
    for (const [accountId, counts] of this.accounts) {
      if (part === 0 || !counts.isRecent) {
        this.accounts.delete(accountId);
        continue;
      }
      counts.samples *= part;
      counts.failures *= part;
      counts.isRecent = false;
      this.samples += counts.samples;
      this.failures += counts.failures;
    }
  }

  /** Whether other requests succeed, and the breaker stays closed if the worst account counts for at most a third. */
  private isDominatedByOneAccount(): boolean {
    let most: Counts = { samples: 0, failures: 0, isRecent: false };
    for (const counts of this.accounts.values()) if (counts.failures > most.failures) most = counts;
    const samplesOfOthers = this.samples - most.samples;
    const failuresOfOthers = this.failures - most.failures;
    if (this.now() - this.succeededAtMs > windowMs) return false;
    if (samplesOfOthers > 0 && failuresOfOthers * 2 >= samplesOfOthers) return false;
    const besideFailures = this.samples - most.failures;
    const failures = Math.min(most.failures, besideFailures / 2);
    return !isHalf(failuresOfOthers + failures, besideFailures + failures);
  }

  private enter(state: BreakerState): void {
    const wasClosed = this.state === 'closed';
    this.state = state;
    this.epoch += 1;
    this.underWay = 0;
    this.probeLimit = 1;
    this.samples = 0;
    this.failures = 0;
    this.succeededAtMs = Number.NEGATIVE_INFINITY;
    this.accounts.clear();
    this.paths.decay(0);
    if (state === 'open') this.reopensAtMs = this.now() + this.pauseMs;
    if (wasClosed !== (state === 'closed')) this.onChange(wasClosed);
  }
}

const isHalf = (failures: number, samples: number) => samples >= minSamples && failures * 2 >= samples;

/** The request was not sent, because it keeps failing. */
export class PathRefused extends UpstreamFailure {}

interface Path {
  /** Failures that the family's breaker has counted; {@link FailingPaths.decay} reduces them. */
  counted: number;
  inARow: number;
  failedAtMs: number;
  pauseMs: number;
  refusedUntilMs: number;
}

const maxInARow = 10;
const rememberedMs = 60_000;
const maxPaths = 1_000;
const initial = { inARow: 0, pauseMs: firstPauseMs, refusedUntilMs: 0 };

/**
 * Failed requests of one family, by path. A path that fails ten times in a row is refused. After a pause, one attempt is
 * admitted; another failure lengthens the pause. Only the latest 1,000 failed paths are kept.
 */
export class FailingPaths {
  private readonly paths = new Map<string, Path>();

  constructor(private readonly now: () => number) {}

  get refused(): number {
    const oldestMs = this.now() - rememberedMs;
    const known = [...this.paths.values()];
    return known.filter(({ inARow, failedAtMs }) => inARow >= maxInARow && failedAtMs >= oldestMs).length;
  }

  /** @throws {UpstreamFailure} while the path is refused */
  check(path: string): void {
    const waitMs = (this.paths.get(path)?.refusedUntilMs ?? 0) - this.now();
    if (waitMs <= 0) return;
    throw new PathRefused('retry_later', 'this very request has been failing', Math.ceil(waitMs / 1_000));
  }

  /** Call before sending. If the path keeps failing, refuses it until this request succeeds or a pause has passed. */
  admit(path: string): void {
    const known = this.paths.get(path);
    if (known && known.inARow >= maxInARow) known.refusedUntilMs = this.now() + known.pauseMs;
  }

  succeeded(path: string): void {
    const known = this.paths.get(path);
    if (!known) return;
    if (known.counted === 0) this.paths.delete(path);
    else Object.assign(known, initial);
  }

  failed(path: string): void {
    const known = this.of(path);
    const nowMs = this.now();
    if (known.failedAtMs < nowMs - rememberedMs) Object.assign(known, initial);
    known.failedAtMs = nowMs;
    known.inARow += 1;
    if (known.inARow < maxInARow) return;
    known.refusedUntilMs = nowMs + known.pauseMs;
    known.pauseMs = Math.min(known.pauseMs * 2, maxPauseMs);
  }

  /** Counts a failure for the breaker. @returns false, without counting, if the count would exceed `most` */
  count(path: string, most: number): boolean {
    const known = this.of(path);
    if (known.counted + 1 > most) return false;
    known.counted += 1;
    return true;
  }

  /** Multiplies the counts by `factor` when a window ends or the breaker changes its state. Forgets old failures. */
  decay(factor: number): void {
    const oldestMs = this.now() - rememberedMs;
    for (const [path, known] of this.paths) {
      known.counted *= factor;
      if (known.failedAtMs < oldestMs) this.paths.delete(path);
    }
  }

  forget(): void {
    this.paths.clear();
  }

  private of(path: string): Path {
    const known = this.paths.get(path) ?? { counted: 0, failedAtMs: this.now(), ...initial };
    // Map keys are in insertion order, so the first key failed longest ago.
    this.paths.delete(path);
    this.paths.set(path, known);
    if (this.paths.size > maxPaths) this.paths.delete(this.paths.keys().next().value!);
    return known;
  }
}
