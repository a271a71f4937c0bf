import type { Body } from '@loupe/lossless-json';
import type { Dispatcher } from 'undici';
import { decompress } from './content-encoding';
import type { Exchange } from './exchange';
import { UpstreamFailure } from './failure';

/** One HTTP request as undici takes it. */
export interface Transmission {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | null;
}

export interface Received {
  readonly status: number;
  readonly body: Body;
}

/**
 * Sends a request and collects its answer, whatever its status; redirects are never followed.
 * @param maxBodyBytes bounds the body as it was sent, and once more after decompression.
 * @throws {UpstreamFailure}
 */
export async function transmit(
  pool: Dispatcher,
  transmission: Transmission,
  exchange: Exchange,
  maxBodyBytes: number,
): Promise<Received> {
  const { status, encoding, chunks } = await new Promise<Collected>((resolve, reject) =>
    new Collector(exchange, maxBodyBytes, resolve, reject).dispatch(pool, transmission),
  );
  return { status, body: encoding ? await decompress(Buffer.concat(chunks), encoding, maxBodyBytes) : chunks };
}

interface Collected {
  status: number;
  encoding: string | undefined;
  /** As they arrived, never joined: copying a large body costs more than anything else here. */
  chunks: Buffer[];
}

class Collector implements Dispatcher.DispatchHandler {
  private readonly collected: Collected = { status: 0, encoding: undefined, chunks: [] };
  private byteCount = 0;
  private controller: Dispatcher.DispatchController | undefined;
  private abortedBy: UpstreamFailure | undefined;

  constructor(
    private readonly exchange: Exchange,
    private readonly maxBodyBytes: number,
    private readonly resolve: (collected: Collected) => void,
    private readonly reject: (failure: UpstreamFailure) => void,
  ) {}

  dispatch(pool: Dispatcher, { method, path, headers, body }: Transmission): void {
    this.exchange.guard(this.abort);
    pool.dispatch({ method, path, headers: headers as string[], body }, this);
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
    this.collected.status = status;
    this.collected.encoding = typeof encoding === 'string' ? encoding : undefined;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.collected.chunks.push(chunk);
    this.byteCount += chunk.length;
    if (this.byteCount > this.maxBodyBytes) {
      controller.abort(new UpstreamFailure('unavailable', `the body is longer than ${this.maxBodyBytes} bytes`));
    }
  }

  onResponseEnd(): void {
    this.exchange.release(this.abort);
    this.resolve(this.collected);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error instanceof UpstreamFailure ? error : new UpstreamFailure('unavailable', error.message));
  }

  /** A request that still waits for a connection cannot be aborted yet: it fails here, and is aborted when its turn comes. */
  private readonly abort = (reason: UpstreamFailure): void => {
    this.abortedBy = reason;
    if (this.controller) this.controller.abort(reason);
    else this.fail(reason);
  };

  private fail(failure: UpstreamFailure): void {
    this.exchange.release(this.abort);
    this.reject(failure);
  }
}
