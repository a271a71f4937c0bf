import type { Socket } from 'node:net';
import type { LoupeResponse } from './messages';

/** Unanswered requests of one connection. Clients that pipeline at all send a handful at once. */
const maxUnanswered = 100;

const unanswered = Symbol('unanswered responses');

interface Connection extends Socket {
  /** An array: a Set that is filled and emptied with every request becomes old, and keeps what was in it. */
  [unanswered]?: LoupeResponse[];
}

/** The connections of a server on which a request has arrived, each with its responses that are not finished. */
export class Connections {
  private readonly open = new Set<Connection>();

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

  /** Whether answers are written of which callers have not read everything. */
  get areSending(): boolean {
    return this.unanswered.some(({ writableEnded }) => writableEnded);
  }

  /**
   * Closes all responses with their connection. Node closes the one whose turn it is; those behind it would never learn that
   * their caller is gone, and whatever waits for them to close would wait for ever.
   */
  private watch(connection: Connection): LoupeResponse[] {
    const responses: LoupeResponse[] = [];
    this.open.add(connection);
    connection.once('close', () => {
      this.open.delete(connection);
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
