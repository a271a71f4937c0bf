import type { Answer } from './answers/answer';
import type { Call } from './call';

interface Flight {
  readonly call: Call;
  readonly answer: Promise<Answer>;
}

/** Coalesces equal calls of one account that are under way at the same moment into one upstream request. */
export class SingleFlight {
  private readonly flights = new Map<string, Flight>();

  async share(call: Call, ask: () => Promise<Answer>): Promise<Answer> {
    // Its caller has left, and cannot leave another exchange once more: that one would never end.
    if (call.exchange.hasEnded) return ask();
    const key = `${call.sharerId} ${call.address} ${call.fault ?? ''}`;
    const other = this.flights.get(key);
    if (other && call.join(other.call)) {
      call.setHeader('cache-status', 'loupe; fwd=miss; collapsed');
      // What was left out is counted once.
      return { ...(await other.answer), unknownElements: 0 };
    }
    const flight = { call, answer: ask() };
    this.flights.set(key, flight);
    try {
      return await flight.answer;
    } finally {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    }
  }
}
