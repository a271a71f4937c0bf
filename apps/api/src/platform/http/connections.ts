import type { Socket } from 'node:net';
import { clock } from '../clock';
import type { LoupeResponse } from './messages';

/** Unanswered requests of one connection. Clients that pipeline at all send a handful at once. */
const maxUnanswered = 100;

/** From the end of an answer on: its caller may read slowly, but not for ever. */
const maxSendingMs = 600_000;

const unanswered = Symbol('unanswered responses');

interface Connection extends Socket {
  /** An array: a Set that is filled and emptied with every request becomes old, and keeps what was in it. */
  [unanswered]?: LoupeResponse[];
}

/** The connections of a server on which a request has arrived, each with its responses that are not finished. */
export class Connections {
  private readonly open = new Set<Connection>();
  private sendingSinceMs = new Map<LoupeResponse, number>();
  private sweeping: NodeJS.Timeout | undefined;

  constructor(private readonly sendingMs = maxSendingMs) {}

  /**
   * Whether a request is to be served. It is not when its caller is gone, or has more than a hundred requests waiting for their
   * answers: then the connection is closed. (Pausing it would be undone by Node at the next answer, and what has been read is
   * parsed anyway: one read holds more than a thousand requests.)
   */
  admit(response: LoupeResponse): boolean {
    const connection = response.req.socket as Connection;
    if (connection.destroyed) return false;
    connection[unanswered] ??= this.watch(connection);
    if (connection[unanswered].length >= maxUnanswered) {
      connection.destroy();
      return false;
    }
    connection[unanswered].push(response);
    response.onceClosed(forget);
    return true;
  }

  /** All responses that are not finished. It looks at every connection: for a shutdown, not for every request. */
  get unanswered(): LoupeResponse[] {
    return [...this.open].flatMap((connection) => connection[unanswered]!);
  }

  /** Answers that are written of which callers have not read everything. */
  get sending(): LoupeResponse[] {
    return this.unanswered.filter(({ writableEnded }) => writableEnded);
  }

  /** Ends connections of which callers read so slowly that they would keep memory, and a place among those under way, for days. */
  private sweep(): void {
    const nowMs = clock.nowMs();
    const before = this.sendingSinceMs;
    this.sendingSinceMs = new Map(this.sending.map((response) => [response, before.get(response) ?? nowMs]));
    for (const [{ req }, sinceMs] of this.sendingSinceMs) if (nowMs - sinceMs >= this.sendingMs) req.socket.destroy();
  }

  /**
   * Closes all responses with their connection. Node closes the one whose turn it is; those behind it would never learn that
   * their caller is gone, and whatever waits for them to close would wait for ever.
   */
  private watch(connection: Connection): LoupeResponse[] {
    const responses: LoupeResponse[] = [];
    this.open.add(connection);
    this.sweeping ??= setInterval(() => this.sweep(), this.sendingMs / 20).unref();
    connection.once('close', () => {
      this.open.delete(connection);
      if (this.open.size === 0) {
        clearInterval(this.sweeping);
        this.sweeping = undefined;
        this.sendingSinceMs.clear();
      }
      for (const response of [...responses]) {
        if (response.socket) continue;
        response.destroy();
        response.emit('close');
      }
    });
    return responses;
  }
}

function forget(response: LoupeResponse): void {
  const responses = (response.req.socket as Connection)[unanswered]!;
  const place = responses.indexOf(response);
  if (place >= 0) responses.splice(place, 1);
}
