import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type buildConnector, Client, type Dispatcher, type Pool } from 'undici';
import { NotConnected } from './failure';

export interface RequestOptions extends Dispatcher.RequestOptions {
  onConnection(connection: Connection): void;
}

type Connect = buildConnector.connector;
type Callback = buildConnector.Callback;
type ConnectOptions = buildConnector.Options & { signal?: AbortSignal };

/** The socket of one undici Client; undici does not expose it. */
export class Connection {
  private socket: Socket | undefined;
  /** A strong reference, because undici holds TLS sessions weakly and cannot resume a garbage-collected session. */
  tlsSession: Buffer | undefined;
  responses = 0;

  /** Destroys the socket, whatever request it carries now. */
  destroy(reason: string): void {
    this.socket?.destroy(new Error(reason));
  }

  /** Wraps a connector so that proxy, tunnel and TLS together take at most `timeoutMs`. */
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
      const opening: unknown = connect({ ...options, signal: giveUp.signal } as ConnectOptions, finish as Callback);
      if (opening instanceof TLSSocket)
        opening.on('session', (session) => {
          this.tlsSession = session;
        });
    };
  }
}

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

/** An AggregateError, thrown when all addresses of a host fail, has a code but no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || `${code}`;
}
