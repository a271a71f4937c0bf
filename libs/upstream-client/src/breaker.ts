import { UpstreamFailure } from './failure';

export type BreakerState = 'closed' | 'half_open' | 'open';

const windowMs = 10_000;
const minSamples = 20;
const firstPauseMs = 1_000;
const maxPauseMs = 4_000;
const closedAtRoom = 32;

/**
 * Stops asking a family that is plainly failing: half of at least twenty requests within ten seconds. After a pause one request
 * goes through; each success doubles how many may be under way, until at 32 all may. A failure on the way starts another pause.
 */
export class Breaker {
  state: BreakerState = 'closed';
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

  constructor(private readonly now: () => number) {}

  /** @throws {UpstreamFailure} while nothing may be asked. */
  check(): void {
    if (this.state === 'closed') return;
    const nowMs = this.now();
    const waitMs = this.state === 'open' ? this.reopensAtMs - nowMs : this.nextProbeAtMs - nowMs;
    if (waitMs <= 0 || (this.state === 'half_open' && this.underWay < this.room)) return;
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    throw new UpstreamFailure('retry_later', 'this family of requests has been failing', seconds);
  }

  /** Counts a request that is about to be sent. @returns what {@link record} wants to know of it. */
  admit(): number {
    this.check();
    if (this.state === 'closed') return this.epoch;
    if (this.state === 'open') this.enter('half_open');
    this.underWay += 1;
    this.nextProbeAtMs = this.now() + this.pauseMs;
    return this.epoch;
  }

  /** How a request ended; `undefined` when it says nothing about the upstream. */
  record(epoch: number, succeeded: boolean | undefined): void {
    if (epoch !== this.epoch) return;
    if (this.state === 'half_open') this.recordProbe(succeeded);
    else if (this.state === 'closed' && succeeded !== undefined) this.recordSample(succeeded);
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

  private recordSample(succeeded: boolean): void {
    const nowMs = this.now();
    if (nowMs >= this.windowEndsAtMs) {
      // Half of what was counted stays: a window that has just begun knows something already.
      const isRecent = nowMs < this.windowEndsAtMs + windowMs;
      this.samples = isRecent ? this.samples / 2 : 0;
      this.failures = isRecent ? this.failures / 2 : 0;
      this.windowEndsAtMs = nowMs + windowMs;
    }
    this.samples += 1;
    if (succeeded) return;
    this.failures += 1;
    if (this.samples >= minSamples && this.failures * 2 >= this.samples) this.enter('open');
  }

  private enter(state: BreakerState): void {
    this.state = state;
    this.epoch += 1;
    this.underWay = 0;
    this.room = 1;
    this.samples = 0;
    this.failures = 0;
    if (state === 'open') this.reopensAtMs = this.now() + this.pauseMs;
  }
}
