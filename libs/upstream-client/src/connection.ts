import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type buildConnector, Client, type Dispatcher, type Pool } from 'undici';
import type { AnswerTrust } from './answer-trust';
import { NotConnected } from './failure';

export interface RequestOptions extends Dispatcher.RequestOptions {
  onConnection(connection: Connection): void;
}

type Connect = buildConnector.connector;
type Callback = buildConnector.Callback;
type ConnectOptions = buildConnector.Options & { signal?: AbortSignal };

/** Enough for a connection that is one response behind: its surplus response ends it in the next quarantine. */
const maxUnproven = 32;

/** The socket of one undici Client; undici does not expose it. */
export class Connection {
  private socket: Socket | undefined;
  /** A strong reference, because undici holds TLS sessions weakly and cannot resume a garbage-collected session. */
  tlsSession: Buffer | undefined;
  responses = 0;
  /** Of the answers since the last one that named the requested resource, the newest last. */
  private unproven: AnswerTrust[] = [];

  get isOpen(): boolean {
    return this.socket?.destroyed === false;
  }

  /** Records an answer that passed the resource check. @param isProven whether it named the requested resource */
  recordAnswer(trust: AnswerTrust, isProven: boolean): void {
    if (isProven) this.unproven = [];
    else if (this.unproven.push(trust) > maxUnproven) this.unproven.shift();
  }

  /** Closes a connection whose last response was about another resource: its earlier answers may be mixed up, too. */
  condemn(reason: string, report: (requestId: string) => void): void {
    this.destroy(reason);
    for (const trust of this.unproven) trust.lose(report);
    this.unproven = [];
  }

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
        this.unproven = [];
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
    private readonly quarantine: Quarantine,
    private readonly connection = new Connection(),
  ) {
    super(origin, { ...options, connect: connection.connector(connect as Connect, timeoutMs) });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    (options as RequestOptions).onConnection(this.connection);
    return super.dispatch(options, handler);
  }

  /** Delays undici's `drain`, after which a pool sends the next request. Until then, undici closes a socket that receives bytes. */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const emit = () => super.emit(event as 'drain', ...(args as [URL]));
    if (event !== 'drain' || !this.connection.isOpen) return emit();
    this.quarantine.hold(this.connection, emit);
    return true;
  }
}

/** An AggregateError, thrown when all addresses of a host fail, has a code but no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || `${code}`;
}

/**
 * Holds a connection back after each response. HTTP/1.1 pairs responses with requests only by their order, so a stray
 * response that arrives after the next request was sent would be taken for its response.
 */
export class Quarantine {
  private held = 0;

  /** @param max connections in quarantine; above it, a connection is closed after its response */
  constructor(
    private readonly ms: number,
    private readonly max: number,
  ) {}

  get connections(): number {
    return this.held;
  }

  /** @param release called after the quarantine, even if the connection was closed */
  hold(connection: { destroy(reason: string): void }, release: () => void): void {
    if (this.held >= this.max) connection.destroy('too many connections are in quarantine');
    this.held += 1;
    setTimeout(() => {
      this.held -= 1;
      release();
    }, this.ms).unref();
  }
}
