import type { Answer } from './answers/answer';
import type { Call } from './call';
import { hashOf } from './text-hash';

interface Flight {
  readonly call: Call;
  readonly answer: Promise<Answer>;
}

const placeCount = 1_024;
/** From the end of an address, where ids and cursors are. */
const hashedChars = 24;

/** Equal calls of one account that are under way at the same moment share what the upstream is asked. */
export class Flights {
  /**
   * By address. A Map will not do for what comes and goes with every request: one that is filled and emptied all the time is copied again
   * and again, and V8 links each old copy to the next one. Once one has become old, all of them are kept with what was in them until the
   * next full collection: collecting young garbage took four times as long, with pauses of 20 ms. As the names of an object's members,
   * addresses would each be made one string of the whole process.
   */
  private readonly underWay = Array.from({ length: placeCount }, (): Flight[] => []);

  /** Calls join the one that asks until it {@link land}s. */
  share(call: Call, ask: () => Promise<Answer>): Promise<Answer> {
    // Its caller has left, and cannot leave another exchange once more: it would keep that one's bytes for good.
    if (call.exchange.hasEnded) return ask();
    const flights = this.at(call);
    const flight = flights.findLast((other) => isEqual(other.call, call));
    if (flight && call.join(flight.call)) {
      call.setHeader('cache-status', 'loupe; fwd=miss; collapsed');
      return flight.answer.then(copyOf);
    }
    const answer = ask();
    flights.push({ call, answer });
    return answer;
  }

  /** There is an answer, or there will be none. */
  land(call: Call): void {
    const flights = this.at(call);
    const place = flights.findIndex((flight) => flight.call === call);
    if (place >= 0) flights.splice(place, 1);
  }

  private at({ address }: Call): Flight[] {
    return this.underWay[hashOf(address, hashedChars) & (placeCount - 1)]!;
  }
}

function isEqual(call: Call, other: Call): boolean {
  return call.address === other.address && call.sharerId === other.sharerId && call.fault === other.fault;
}

/** The other call's body is its own, and its memory is used again once it has left. What was left out is counted once. */
function copyOf(answer: Answer): Answer {
  return { ...answer, body: Buffer.from(answer.body), unknownElements: 0 };
}
