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
    // Its caller has left, and cannot leave another exchange once more: it would keep that one's bytes for good.
    if (call.exchange.hasEnded) return ask();
    const key = `${call.sharerId} ${call.address} ${call.fault ?? ''}`;
    const other = this.flights.get(key);
    if (other && call.join(other.call)) {
      call.setHeader('cache-status', 'loupe; fwd=miss; collapsed');
      return copyOf(await other.answer);
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

/** The other call's body is its own, and its memory is used again once it has left. What was left out is counted once. */
function copyOf(answer: Answer): Answer {
  return { ...answer, body: Buffer.from(answer.body), unknownElements: 0 };
}
