import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clock } from '../clock';

/** Maximum of unanswered requests on a connection. Pipelining clients send a handful. */
const maxUnanswered = 100;

const maxSendingMs = 600_000;

export class Connections {
  private readonly open = new Map<Socket, ServerResponse[]>();
  private sendingSinceMs = new Map<ServerResponse, number>();
  private sweeping: NodeJS.Timeout | undefined;
  private isClosing = false;

  constructor(private readonly sendingMs = maxSendingMs) {}

  /** Whether to serve a request. Closes a connection with too many unanswered requests: Node cannot pause pipelining. */
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
    if (this.isClosing) setConnectionClose(response);
    return true;
  }

  /** From now on, each response closes its connection, so that clients send no more requests on it. */
  announceClose(): void {
    this.isClosing = true;
    for (const response of this.unanswered) setConnectionClose(response);
  }

  lastResponseOn(socket: Socket): ServerResponse | undefined {
    return this.open.get(socket)?.at(-1);
  }

  /** All unfinished responses. It visits every connection, so do not call it for each request. */
  get unanswered(): ServerResponse[] {
    return [...this.open.values()].flat();
  }

  get sending(): ServerResponse[] {
    return this.unanswered.filter(({ writableEnded }) => writableEnded);
  }

  /** Closes connections whose callers read too slowly, because these hold memory and capacity. */
  private sweep(): void {
    const nowMs = clock.nowMs();
    const before = this.sendingSinceMs;
    this.sendingSinceMs = new Map(this.sending.map((response) => [response, before.get(response) ?? nowMs]));
    for (const [{ req }, sinceMs] of this.sendingSinceMs) if (nowMs - sinceMs >= this.sendingMs) req.socket.destroy();
  }

  /** Tracks a connection's responses, and closes all of them when it closes. Node closes only the current response. */
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

function setConnectionClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
