import { clock } from '../../platform/clock';
import { RateStore, windowMs } from './rate-store';
import { type RateDecision, SlidingWindows } from './sliding-window';

/** Keeps rates in memory. Of several processes, each enforces its share of every limit: together they never exceed it. */
export class LocalRateStore extends RateStore {
  private readonly windows = new SlidingWindows();

  /** @param processes how many API processes there are. @param nowMs a monotonic clock. */
  constructor(
    private readonly processes: { readonly count: number },
    private readonly nowMs: () => number = () => clock.nowMs(),
  ) {
    super();
  }

  override async take(lineageId: number, limitPerSecond: number, requests = 1): Promise<RateDecision> {
    const { count } = this.processes;
    const share = Math.floor(limitPerSecond / count);
    // A share below one request a second is one request in several seconds.
    const spanMs = share >= 1 ? windowMs : Math.ceil(count / limitPerSecond) * windowMs;
    const nowMs = this.nowMs();
    return this.windows.of(lineageId, spanMs, nowMs).take(Math.max(1, share), spanMs, nowMs, requests);
  }

  /** Records requests that Redis admitted, in case the next decision has to be made here. */
  note(lineageId: number, requests = 1): void {
    const nowMs = this.nowMs();
    this.windows.of(lineageId, windowMs, nowMs).note(windowMs, nowMs, requests);
  }
}
