import type { Answer } from './answers/answer';
import type { Call } from './call';
import { Passing } from './passing';

interface Flight {
  readonly call: Call;
  readonly answer: Promise<Answer>;
}

/** Equal calls of one account that are under way at the same moment share what the upstream is asked. */
export class Flights {
  private readonly underWay = new Passing<Flight>();

  /** Calls join the one that asks until it {@link land}s. */
  share(call: Call, ask: () => Promise<Answer>): Promise<Answer> {
    // Its caller has left, and cannot leave another exchange once more: it would keep that one's bytes for good.
    if (call.exchange.hasEnded) return ask();
    const id = `${call.sharerId} ${call.fault ?? ''} ${call.address}`;
    const flight = this.underWay.get(id);
    if (flight && call.join(flight.call)) {
      call.setHeader('cache-status', 'loupe; fwd=miss; collapsed');
      return flight.answer.then(copyOf);
    }
    const answer = ask();
    call.flightId = id;
    this.underWay.set(id, { call, answer });
    return answer;
  }

  /** There is an answer, or there will be none. */
  land(call: Call): void {
    const { flightId: id } = call;
    if (id !== undefined && this.underWay.get(id)?.call === call) this.underWay.delete(id);
  }
}

/** The other call's body is its own, and its memory is used again once it has left. */
function copyOf(answer: Answer): Answer {
  return { ...answer, body: Buffer.from(answer.body) };
}
