import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clock } from '../clock';

/** Unanswered requests of one connection. Clients that pipeline at all send a handful at once. */
const maxUnanswered = 100;

/** From the end of an answer on: its caller may read slowly, but not for ever. */
const maxSendingMs = 600_000;

/** The connections of a server on which a request has arrived, each with its responses that are not finished. */
export class Connections {
  private readonly open = new Map<Socket, ServerResponse[]>();
  private sendingSinceMs = new Map<ServerResponse, number>();
  private sweeping: NodeJS.Timeout | undefined;
  private isClosing = false;

  constructor(private readonly sendingMs = maxSendingMs) {}

  /**
   * Whether a request is to be served. It is not when its caller is gone, or has more than a hundred requests waiting for their
   * answers: then the connection is closed. (Pausing it would be undone by Node at the next answer, and what has been read is
   * parsed anyway: one read holds more than a thousand requests.)
   */
  admit(response: ServerResponse): boolean {
    const { socket } = response.req;
    if (socket.destroyed) return false;
    const responses = this.open.get(socket) ?? this.watch(socket);
    if (responses.length >= maxUnanswered) {
      socket.destroy();
      return false;
    }
    responses.push(response);
    response.once('close', () => responses.splice(responses.indexOf(response), 1));
    if (this.isClosing) sayLast(response);
    return true;
  }

  /** From now on every answer says that it is the last on its connection: a pool of the caller's sends no other into it. */
  announceClose(): void {
    this.isClosing = true;
    for (const response of this.unanswered) sayLast(response);
  }

  /** The response that all others on a connection go before. */
  lastOn(socket: Socket): ServerResponse | undefined {
    return this.open.get(socket)?.at(-1);
  }

  /** All responses that are not finished. It looks at every connection: for a shutdown, not for every request. */
  get unanswered(): ServerResponse[] {
    return [...this.open.values()].flat();
  }

  /** Answers that are written of which callers have not read everything. */
  get sending(): ServerResponse[] {
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
  private watch(socket: Socket): ServerResponse[] {
    const responses: ServerResponse[] = [];
    this.open.set(socket, responses);
    this.sweeping ??= setInterval(() => this.sweep(), this.sendingMs / 20).unref();
    socket.once('close', () => {
      this.open.delete(socket);
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

function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
