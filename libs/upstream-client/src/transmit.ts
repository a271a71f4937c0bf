import type { Body } from '@loupe/lossless-json';
import type { Dispatcher } from 'undici';
import { decompress } from './content-encoding';
import type { BufferedBytes, Exchange } from './exchange';
import { BoundPassed, UpstreamFailure } from './failure';

/** One HTTP request as undici takes it. */
export interface Transmission {
  readonly method: 'GET' | 'POST';
  readonly origin: string;
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | null;
}

export interface Limits {
  /** Of one body as it was sent, and once more after decompression. */
  readonly maxBodyBytes: number;
  /** Of all bodies together. */
  readonly buffered: BufferedBytes;
}

export interface Received {
  readonly status: number;
  readonly body: Body;
  /** Where a redirect leads. */
  readonly location?: string | undefined;
}

/**
 * Sends a request and collects its answer, whatever its status; redirects are never followed.
 * @throws {UpstreamFailure}
 */
export function transmit(
  dispatcher: Dispatcher,
  transmission: Transmission,
  exchange: Exchange,
  limits: Limits,
): Promise<Received> {
  return new Promise((resolve, reject) =>
    new Collector(exchange, limits, resolve, reject).dispatch(dispatcher, transmission),
  );
}

/** There was no connection to send the request on. */
export class NotConnected extends UpstreamFailure {
  constructor(reason: string) {
    super('unavailable', reason);
  }
}

const tooMuchBuffered = () => new BoundPassed('buffered_bytes', 'no memory is left for answers', 'retry_later');

class Collector implements Dispatcher.DispatchHandler {
  private status = 0;
  private location: string | undefined;
  private encoding: string | undefined;
  /** As they arrived, never joined: copying a large body costs more than anything else here. */
  private readonly chunks: Buffer[] = [];
  private byteCount = 0;
  private controller: Dispatcher.DispatchController | undefined;
  private abortedBy: UpstreamFailure | undefined;

  constructor(
    private readonly exchange: Exchange,
    private readonly limits: Limits,
    private readonly resolve: (received: Received) => void,
    private readonly reject: (failure: UpstreamFailure) => void,
  ) {}

  /** The transmission goes on as it is: a copy would cost more than what undici does with it. */
  dispatch(dispatcher: Dispatcher, transmission: Transmission): void {
    this.exchange.guard(this.abort);
    dispatcher.dispatch(transmission as Dispatcher.DispatchOptions, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.abortedBy) controller.abort(this.abortedBy);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    const encoding = headers['content-encoding'];
    this.status = status;
    if (status !== 200 && typeof headers.location === 'string') this.location = headers.location;
    this.encoding = typeof encoding === 'string' ? encoding : undefined;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.byteCount += chunk.length;
    const { maxBodyBytes, buffered } = this.limits;
    if (this.byteCount > maxBodyBytes)
      controller.abort(new BoundPassed('answer_bytes', `the body is longer than ${maxBodyBytes} bytes`));
    else if (!this.exchange.hold(buffered, chunk.length)) controller.abort(tooMuchBuffered());
  }

  onResponseEnd(): void {
    this.exchange.release(this.abort);
    const { status, location, encoding, chunks } = this;
    if (encoding) this.decompressed(encoding).then((body) => this.resolve({ status, location, body }), this.reject);
    else this.resolve({ status, location, body: chunks });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (error instanceof UpstreamFailure) this.fail(error);
    else if (this.controller) this.fail(new UpstreamFailure('unavailable', error.message));
    else this.fail(new NotConnected(error.message));
  }

  /** A request that still waits for a connection cannot be aborted yet: it fails here, and is aborted when its turn comes. */
  private readonly abort = (reason: UpstreamFailure): void => {
    this.abortedBy = reason;
    if (this.controller) this.controller.abort(reason);
    else this.fail(reason);
  };

  private async decompressed(encoding: string): Promise<Buffer> {
    const body = await decompress(Buffer.concat(this.chunks), encoding, this.limits.maxBodyBytes);
    if (!this.exchange.hold(this.limits.buffered, body.length)) throw tooMuchBuffered();
    return body;
  }

  private fail(failure: UpstreamFailure): void {
    this.exchange.release(this.abort);
    this.reject(failure);
  }
}
