import { type Asker, type Home, HttpConnection } from './http-connection';
import type { Route } from './open-socket';

const sweepMs = 1_000;

/** Connections of one route that are kept for the next request. How many there are at once is decided elsewhere. */
export class HttpPool implements Home {
  /** The one that was used last stands last, and is used last: whatever came too much after its answer has been read by then. */
  private idle: HttpConnection[] = [];
  /** Those whose last answer has just ended. */
  private settling: HttpConnection[] = [];
  private sweeping: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly route: Route) {}

  /** @param request as it is sent: its head, an empty line, and its body */
  send(request: string, asker: Asker): HttpConnection {
    const idle = this.takeIdle();
    idle?.send(request, asker);
    return idle ?? this.sendAlone(request, asker);
  }

  /** The same on a connection that nobody has used before. */
  sendAlone(request: string, asker: Asker): HttpConnection {
    const connection = new HttpConnection(this.route, this);
    connection.send(request, asker);
    return connection;
  }

  putBack(connection: HttpConnection): void {
    if (this.isClosed) {
      connection.close();
      return;
    }
    this.idle.push(connection);
    if (this.settling.push(connection) === 1) setImmediate(() => this.settle());
    this.sweeping ??= setInterval(() => this.sweep(), sweepMs).unref();
  }

  forget(connection: HttpConnection): void {
    const at = this.idle.indexOf(connection);
    if (at >= 0) this.idle.splice(at, 1);
  }

  /** Those that are in use are closed once they have their answer. */
  close(): void {
    this.isClosed = true;
    for (const connection of this.idle.splice(0)) connection.close();
    clearInterval(this.sweeping);
  }

  private takeIdle(): HttpConnection | undefined {
    const nowMs = performance.now();
    for (;;) {
      const connection = this.idle.shift();
      if (!connection || (connection.isOpen && connection.keptUntilMs > nowMs)) return connection;
      connection.close();
    }
  }

  /** A turn of the event loop later, when whatever had arrived has been read. */
  private settle(): void {
    const { settling } = this;
    this.settling = [];
    setImmediate(() => {
      for (const connection of settling) connection.settled();
    });
  }

  private sweep(): void {
    const nowMs = performance.now();
    const stale = this.idle.filter(({ keptUntilMs }) => keptUntilMs <= nowMs);
    for (const connection of stale) connection.close();
    this.idle = this.idle.filter((connection) => !stale.includes(connection));
    if (this.idle.length > 0) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }
}
