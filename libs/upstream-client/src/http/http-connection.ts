import type { Socket } from 'node:net';
import { openSocket, type Reader, type Route } from './open-socket';
import { type Receiver, type ResponseHead, ResponseParser } from './response-parser';

/**
 * How far a request has come that fails: `unsent`, when there was no connection; `unanswered`, when a connection that had served others
 * ended before anything could be read: its server has closed it, most often before the request came there.
 */
export type Stage = 'unsent' | 'unanswered' | 'under way';

/** Who has sent a request, and takes its answer. */
export interface Asker extends Receiver {
  /** Where the body goes on, so that it is read to its place; undefined where that is not known. Nothing else is read there. */
  readonly room: Buffer | undefined;
  onFailure(error: Error, stage: Stage): void;
}

/** Where connections wait for their next request. */
export interface Home {
  putBack(connection: HttpConnection): void;
  forget(connection: HttpConnection): void;
}

/** How long a server is taken to keep an unused connection when it does not say so, and how much shorter than it says. */
const keepMs = { standard: 4_000, margin: 2_000, longest: 600_000 };

/** A server that drops a request after that has worked on it. */
const unansweredMs = 1_000;

/** One connection of HTTP/1.1, with at most one request under way. It is opened with the first. */
export class HttpConnection implements Receiver, Reader {
  /** Until when it may be used again; 0 before its first answer. */
  keptUntilMs = 0;
  /** What an upstream sends too much may be on its way for a moment when an answer ends: it belongs to nobody. */
  isSettling = false;
  private readonly parser = new ResponseParser(this);
  private socket: Socket | undefined;
  private opening: AbortController | undefined;
  private asker: Asker | undefined;
  private keptForMs = 0;
  /** Whether nothing has been read since the request was taken. */
  private isUnread = true;
  private takenAtMs = 0;
  private held: string | undefined;

  constructor(
    private readonly route: Route,
    private readonly home: Home,
  ) {}

  get isOpen(): boolean {
    return this.socket?.destroyed === false;
  }

  send(request: string, asker: Asker): void {
    this.asker = asker;
    this.isUnread = true;
    this.takenAtMs = performance.now();
    if (this.isSettling) this.held = request;
    else if (this.socket) this.write(this.socket, request);
    else void this.open(request);
  }

  /** A request that came meanwhile is sent. */
  settled(): void {
    const { held } = this;
    this.isSettling = false;
    this.held = undefined;
    if (this.asker && held !== undefined) this.write(this.socket!, held);
  }

  /** Gives up what is under way, and what is being opened. */
  close(reason = new Error('the connection was closed')): void {
    const { asker } = this;
    this.asker = undefined;
    this.opening?.abort(reason);
    this.socket?.destroy();
    asker?.onFailure(reason, this.stage);
  }

  onHead(head: ResponseHead): void {
    const { keptForSeconds } = head;
    const promisedMs = keptForSeconds === undefined ? keepMs.standard : keptForSeconds * 1_000 - keepMs.margin;
    this.keptForMs = head.isKeptAlive ? Math.min(promisedMs, keepMs.longest) : 0;
    this.asker!.onHead(head);
  }

  onBody(bytes: Buffer, knownBytes: number): void {
    this.asker!.onBody(bytes, knownBytes);
  }

  onEnd(): void {
    const asker = this.asker!;
    this.asker = undefined;
    if (this.keptForMs > 0) {
      this.keptUntilMs = performance.now() + this.keptForMs;
      this.isSettling = true;
      this.home.putBack(this);
    } else this.socket!.destroy();
    asker.onEnd();
  }

  get room(): Buffer | undefined {
    return this.asker?.room;
  }

  private get stage(): Stage {
    if (!this.socket) return 'unsent';
    const isStale = this.isUnread && this.keptUntilMs > 0 && performance.now() - this.takenAtMs < unansweredMs;
    return isStale ? 'unanswered' : 'under way';
  }

  private async open(request: string): Promise<void> {
    const opening = new AbortController();
    const { connectTimeoutMs } = this.route;
    const tooLate = () => opening.abort(new Error(`no connection within ${connectTimeoutMs / 1_000} s`));
    const timer = setTimeout(tooLate, connectTimeoutMs);
    this.opening = opening;
    try {
      const socket = await openSocket(this.route, this, opening.signal);
      if (!this.asker) return void socket.destroy();
      this.socket = socket;
      socket.on('error', (error) => this.close(error));
      socket.on('end', () => {
        if (this.asker) this.parser.end();
        this.close();
      });
      socket.on('close', () => {
        this.home.forget(this);
        this.close();
      });
      this.write(socket, request);
    } catch (error) {
      this.close(error as Error);
    } finally {
      clearTimeout(timer);
      this.opening = undefined;
    }
  }

  private write(socket: Socket, request: string): void {
    this.parser.expect();
    socket.write(request, 'latin1');
  }

  read(bytes: Buffer): void {
    if (!this.isSettling) this.isUnread = false;
    try {
      this.parser.read(bytes);
    } catch (error) {
      this.close(error as Error);
    }
  }
}
