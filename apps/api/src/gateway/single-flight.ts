import type { UpstreamResult } from './answers/upstream-result';
import type { Call } from './call';

interface CallInFlight {
  readonly call: Call;
  readonly result: Promise<UpstreamResult>;
  isShared: boolean;
}

/** Coalesces equal concurrent calls of an account into one upstream request. */
export class SingleFlight {
  private readonly inFlight = new Map<string, CallInFlight>();

  async run(call: Call, fetch: () => Promise<UpstreamResult>): Promise<UpstreamResult> {
    // If the context has ended, the caller has disconnected. A context that this call then joined would never end.
    if (call.progress.upstream.hasEnded) return fetch();
    const key = `${call.scopeId} ${call.url} ${call.fault ?? ''}`;
    const other = this.inFlight.get(key);
    if (other && call.progress.join(other.call.progress)) {
      other.isShared = true;
      call.setHeader('cache-status', 'loupe; fwd=miss; collapsed');
      // The call that fetched the page has reported its unknown elements.
      return { ...(await other.result), unknownElements: 0, isShared: true };
    }
    const flight = { call, result: fetch(), isShared: false };
    this.inFlight.set(key, flight);
    try {
      return { ...(await flight.result), isShared: flight.isShared };
    } finally {
      if (this.inFlight.get(key) === flight) this.inFlight.delete(key);
    }
  }
}
