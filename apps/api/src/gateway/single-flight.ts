import type { UpstreamResult } from './answers/upstream-result';
import type { Call } from './call';

interface Flight {
  readonly call: Call;
  readonly result: Promise<UpstreamResult>;
}

/** Coalesces equal concurrent calls of an account into one upstream request. */
export class SingleFlight {
  private readonly flights = new Map<string, Flight>();

  async run(call: Call, fetch: () => Promise<UpstreamResult>): Promise<UpstreamResult> {
    // The caller has left. Its context has ended and cannot leave a joined one, which would never end.
    if (call.upstreamContext.hasEnded) return fetch();
    const key = `${call.sharerId} ${call.address} ${call.fault ?? ''}`;
    const other = this.flights.get(key);
    if (other && call.join(other.call)) {
      call.setHeader('cache-status', 'loupe; fwd=miss; collapsed');
      // The call that fetched has reported them.
      return { ...(await other.result), unknownElements: 0 };
    }
    const flight = { call, result: fetch() };
    this.flights.set(key, flight);
    try {
      return await flight.result;
    } finally {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    }
  }
}
