import type { Socket } from 'node:net';
import { openSocket, type Route } from './open-socket';
import { type Receiver, type ResponseHead, ResponseParser } from './response-parser';

/** Who has sent a request, and takes its answer. */
export interface Asker extends Receiver {
  /** @param wasSent false when there was no connection to send it on */
  onFailure(error: Error, wasSent: boolean): void;
}

/** Where connections wait for their next request. */
export interface Home {
  putBack(connection: HttpConnection): void;
  forget(connection: HttpConnection): void;
}

/** How long a server is taken to keep an unused connection when it does not say so, and how much shorter than it says. */
const keepMs = { standard: 4_000, margin: 2_000, longest: 600_000 };

/** One connection of HTTP/1.1, with at most one request under way. It is opened with the first. */
export class HttpConnection implements Receiver {
  /** Until when it may be used again. */
  keptUntilMs = 0;
  private readonly parser = new ResponseParser(this);
  private socket: Socket | undefined;
  private asker: Asker | undefined;
  private keptForMs = 0;

  constructor(
    private readonly route: Route,
    private readonly home: Home,
  ) {}

  get isOpen(): boolean {
    return this.socket?.destroyed === false;
  }

  send(request: string, asker: Asker): void {
    this.asker = asker;
    if (this.socket) this.write(this.socket, request);
    else void this.open(request);
  }

  /** Gives up what is under way. */
  close(reason = new Error('the connection was closed')): void {
    const { asker } = this;
    this.asker = undefined;
    this.socket?.destroy();
    asker?.onFailure(reason, this.socket !== undefined);
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
    if (this.keptForMs > 0 && this.socket!.writableLength === 0) {
      this.keptUntilMs = performance.now() + this.keptForMs;
      this.home.putBack(this);
    } else this.socket!.destroy();
    asker.onEnd();
  }

  private async open(request: string): Promise<void> {
    try {
      const socket = await openSocket(this.route, (bytes) => this.read(bytes));
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
    }
  }

  private write(socket: Socket, request: string): void {
    this.parser.expect();
    socket.write(request, 'latin1');
  }

  private read(bytes: Buffer): void {
    try {
      this.parser.read(bytes);
    } catch (error) {
      this.close(error as Error);
    }
  }
}
