import { FailingPaths } from './failing-paths';
import { UpstreamFailure } from './failure';

export type BreakerState = 'closed' | 'half_open' | 'open';

const windowMs = 10_000;
const minSamples = 20;
const firstPauseMs = 1_000;
const maxPauseMs = 4_000;
const closedAtRoom = 32;

/** Whose request it is, and what it asks for, whichever page of it. */
export interface Asked {
  readonly accountId: number;
  readonly path: string;
}

/** What one account had of the requests that are counted. */
interface Counts {
  samples: number;
  failures: number;
  /** Whether it has asked in this window. */
  isRecent: boolean;
}

/**
 * Stops asking a family that is plainly failing: half of at least twenty requests within ten seconds. After a pause one request
 * goes through; each success doubles how many may be under way, until at 32 all may. A failure on the way starts another pause.
 *
 * No single thing that always fails closes a family, and no account that asks for many of them while others are served: one path has
 * at most a third of what is counted, and so has one account among others that succeed.
 */
export class Breaker {
  state: BreakerState = 'closed';
  readonly paths: FailingPaths;
  private readonly accounts = new Map<number, Counts>();
  private samples = 0;
  private failures = 0;
  private windowEndsAtMs = 0;
  private pauseMs = firstPauseMs;
  private reopensAtMs = 0;
  /** In the half-open state: how many may be under way, how many are, and when one is taken for lost. */
  private room = 1;
  private underWay = 0;
  private nextProbeAtMs = 0;
  /** Results of requests from before the last change say nothing about what came after it. */
  private epoch = 0;

  constructor(private readonly now: () => number) {
    this.paths = new FailingPaths(now);
  }

  /** @throws {UpstreamFailure} while nothing may be asked, or not this. */
  check({ path }: Asked): void {
    this.paths.check(path);
    if (this.state === 'closed') return;
    const nowMs = this.now();
    const waitMs = this.state === 'open' ? this.reopensAtMs - nowMs : this.nextProbeAtMs - nowMs;
    if (waitMs <= 0 || (this.state === 'half_open' && this.underWay < this.room)) return;
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    throw new UpstreamFailure('retry_later', 'this family of requests has been failing', seconds);
  }

  /** Counts a request that is about to be sent. @returns what {@link record} wants to know of it. */
  admit(asked: Asked): number {
    this.check(asked);
    this.paths.admit(asked.path);
    if (this.state === 'closed') return this.epoch;
    if (this.state === 'open') this.enter('half_open');
    this.underWay += 1;
    this.nextProbeAtMs = this.now() + this.pauseMs;
    return this.epoch;
  }

  /**
   * How a request ended; `undefined` when it says nothing about the upstream.
   * @param isRefused because of its session, or of what it asks for, which only counts against the latter
   */
  record(epoch: number, succeeded: boolean | undefined, asked: Asked, isRefused = false): void {
    if (succeeded) this.paths.succeeded(asked.path);
    else if (succeeded === false || isRefused) this.paths.failed(asked.path);
    if (epoch !== this.epoch) return;
    if (this.state === 'half_open') this.recordProbe(succeeded);
    else if (this.state === 'closed' && succeeded !== undefined) this.recordSample(succeeded, asked);
  }

  private recordProbe(succeeded: boolean | undefined): void {
    this.underWay -= 1;
    if (succeeded === undefined) return;
    if (!succeeded) {
      this.pauseMs = Math.min(this.pauseMs * 2, maxPauseMs);
      this.enter('open');
      return;
    }
    this.room *= 2;
    if (this.room < closedAtRoom) return;
    this.pauseMs = firstPauseMs;
    this.enter('closed');
  }

  private recordSample(succeeded: boolean, { accountId, path }: Asked): void {
    if (this.now() >= this.windowEndsAtMs) this.beginWindow();
    if (!succeeded && !this.paths.count(path, Math.max(this.samples + 1, minSamples) / 3)) return;
    const ofAccount = this.accounts.get(accountId) ?? { samples: 0, failures: 0, isRecent: true };
    this.accounts.set(accountId, ofAccount);
    ofAccount.isRecent = true;
    ofAccount.samples += 1;
    this.samples += 1;
    if (succeeded) return;
    ofAccount.failures += 1;
    this.failures += 1;
    if (isHalf(this.failures, this.samples) && !this.isOneAccount()) this.enter('open');
  }

  /** Half of what was counted stays: a window that has just begun knows something already. But nothing of who asks no more. */
  private beginWindow(): void {
    const nowMs = this.now();
    const part = nowMs < this.windowEndsAtMs + windowMs ? 0.5 : 0;
    this.windowEndsAtMs = nowMs + windowMs;
    this.paths.keep(part);
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

  /** Whether the family would not be failing if the account with most failures had a third of what is counted; others are served. */
  private isOneAccount(): boolean {
    let most: Counts = { samples: 0, failures: 0, isRecent: false };
    for (const counts of this.accounts.values()) if (counts.failures > most.failures) most = counts;
    const samplesOfOthers = this.samples - most.samples;
    const failuresOfOthers = this.failures - most.failures;
    if (failuresOfOthers * 2 >= samplesOfOthers) return false;
    const besideFailures = this.samples - most.failures;
    const failures = Math.min(most.failures, besideFailures / 2);
    return !isHalf(failuresOfOthers + failures, besideFailures + failures);
  }

  private enter(state: BreakerState): void {
    this.state = state;
    this.epoch += 1;
    this.underWay = 0;
    this.room = 1;
    this.samples = 0;
    this.failures = 0;
    this.accounts.clear();
    this.paths.keep(0);
    if (state === 'open') this.reopensAtMs = this.now() + this.pauseMs;
  }
}

const isHalf = (failures: number, samples: number) => samples >= minSamples && failures * 2 >= samples;
