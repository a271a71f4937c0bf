import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type buildConnector, Client, type Dispatcher, type Pool } from 'undici';
import { NotConnected } from './failure';

export interface RequestOptions extends Dispatcher.RequestOptions {
  /** Called with the connection that carries the request. */
  onConnection(connection: Connection): void;
}

type Connect = buildConnector.connector;
type Callback = buildConnector.Callback;
type ConnectOptions = buildConnector.Options & { signal?: AbortSignal };

/** The socket of one undici Client, which undici itself shows to nobody. */
export class Connection {
  private socket: Socket | undefined;
  /** undici holds TLS sessions by weak references, and resumes those that are still there. */
  tlsSession: Buffer | undefined;
  /** Responses that came on the present socket. */
  responses = 0;

  /** Ends the socket, and with it whatever request is on it by now. */
  destroy(reason: string): void {
    this.socket?.destroy(new Error(reason));
  }

  /** Bounds all of the time to connect: proxy, tunnel and TLS included. */
  connector(connect: Connect, timeoutMs: number): Connect {
    return (options, callback) => {
      const giveUp = new AbortController();
      let isOver = false;
      const finish = (error: Error | null, socket?: Socket | null): void => {
        if (isOver) return void socket?.on('error', () => undefined).destroy();
        isOver = true;
        clearTimeout(timer);
        if (!socket) return void callback(new NotConnected(reasonOf(error)), null);
        this.socket = socket;
        this.responses = 0;
        callback(null, socket);
      };
      const timer = setTimeout(() => {
        finish(new Error(`no connection within ${timeoutMs / 1_000} s`));
        giveUp.abort();
      }, timeoutMs);
      // Straight to the upstream, it returns the socket.
      const opening: unknown = connect({ ...options, signal: giveUp.signal } as ConnectOptions, finish as Callback);
      if (opening instanceof TLSSocket)
        opening.on('session', (session) => {
          this.tlsSession = session;
        });
    };
  }
}

/** An undici Client that says which connection carries a request. */
export class TrackedClient extends Client {
  constructor(
    origin: URL,
    { connect, ...options }: Pool.Options,
    timeoutMs: number,
    private readonly connection = new Connection(),
  ) {
    super(origin, { ...options, connect: connection.connector(connect as Connect, timeoutMs) });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    (options as RequestOptions).onConnection(this.connection);
    return super.dispatch(options, handler);
  }
}

/** Where each of several addresses failed, only the code says why. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || `${code}`;
}
