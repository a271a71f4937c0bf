import { type Body, bodyBuffers } from '@loupe/lossless-json';
import { decompress } from './content-encoding';
import type { BufferedBytes, Exchange } from './exchange';
import { BoundPassed, UpstreamFailure } from './failure';
import type { Asker, HttpConnection, Stage } from './http/http-connection';
import type { HttpPool } from './http/http-pool';
import type { ResponseHead } from './http/response-parser';

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
  /** Ends the connection that it came on, whoever has it by now. */
  distrust?(): void;
}

/**
 * Sends a request and collects its answer, whatever its status; redirects are never followed.
 * @param request its head, an empty line, and its body
 * @throws {UpstreamFailure}
 */
export function transmit(pool: HttpPool, request: string, exchange: Exchange, limits: Limits): Promise<Received> {
  return new Promise((resolve, reject) => new Collector(pool, request, exchange, limits, resolve, reject).send());
}

/** There was no connection to send the request on. */
export class NotConnected extends UpstreamFailure {
  constructor(reason: string) {
    super('unavailable', reason);
  }
}

/** A body that cannot be decoded says nothing, but its status does. One that passes a bound is not taken for an answer at all. */
const isStatusEnough = (status: number, error: unknown) => status !== 200 && !(error instanceof BoundPassed);

const tooMuchBuffered = () => new BoundPassed('buffered_bytes', 'no memory is left for answers', 'retry_later');

/** Memory for a body is counted in steps. Where its length is not known, or is more than `maxWholeBytes`, it is also taken so. */
const firstStepBytes = 128 * 1_024;
const maxStepBytes = 1_024 * 1_024;
const maxWholeBytes = 2 * 1_024 * 1_024;
const nothing: Buffer = Buffer.alloc(0);

class Collector implements Asker {
  private head: ResponseHead | undefined;
  private readonly pieces: Buffer[] = [];
  /** The only piece, as long as the body will be: it is read to its place, and scanned there. */
  private whole: Buffer | undefined;
  private byteCount = 0;
  /** Of the last step: where the body goes on. */
  private free = nothing;
  private connection: HttpConnection | undefined;
  private isOver = false;

  constructor(
    private readonly pool: HttpPool,
    private readonly request: string,
    private readonly exchange: Exchange,
    private readonly limits: Limits,
    private readonly resolve: (received: Received) => void,
    private readonly reject: (failure: UpstreamFailure) => void,
  ) {}

  send(): void {
    this.exchange.guard(this.abort);
    if (!this.isOver) this.connection = this.pool.send(this.request, this);
  }

  onHead(head: ResponseHead): void {
    this.head = head;
  }

  get room(): Buffer | undefined {
    return this.whole && this.free.length > 0 ? this.free : undefined;
  }

  onBody(bytes: Buffer, knownBytes: number): void {
    const { maxBodyBytes } = this.limits;
    if (this.byteCount + knownBytes > maxBodyBytes)
      throw new BoundPassed('answer_bytes', `the body is longer than ${maxBodyBytes} bytes`);
    for (let at = 0; at < bytes.length; ) {
      if (this.free.length === 0) this.takeStep(knownBytes - at);
      const { free } = this;
      const isInPlace = bytes.buffer === free.buffer && bytes.byteOffset === free.byteOffset;
      const arrived = isInPlace ? bytes.length : bytes.copy(free, 0, at);
      this.free = free.subarray(arrived);
      this.byteCount += arrived;
      at += arrived;
    }
    // Before anything more is read.
    if (this.whole && this.free.length === 0 && knownBytes > bytes.length) this.takeStep(knownBytes - bytes.length);
  }

  onEnd(): void {
    this.exchange.release(this.abort);
    const { pieces, free, connection } = this;
    const { status, location, encoding } = this.head!;
    if (free.length > 0) this.trim(free.length);
    this.exchange.keep(pieces);
    const distrust = () => connection?.close(new Error('the connection brought an answer to another request'));
    const take = (body: Body) => this.resolve({ status, location, body, distrust });
    // A rate limit is one whatever its body is.
    if (!encoding || status === 429) take(encoding ? [] : pieces);
    else
      this.decompressed(encoding).then(take, (error) =>
        isStatusEnough(status, error) ? take([]) : this.reject(error),
      );
  }

  onFailure(error: Error, stage: Stage): void {
    if (error instanceof UpstreamFailure) this.fail(error);
    else if (stage === 'unanswered') this.connection = this.pool.sendAlone(this.request, this);
    else {
      // Of several addresses that all failed, only the code says why.
      const reason = error.message || `${(error as NodeJS.ErrnoException).code}`;
      this.fail(stage === 'unsent' ? new NotConnected(reason) : new UpstreamFailure('unavailable', reason));
    }
  }

  private readonly abort = (reason: UpstreamFailure): void => {
    if (this.connection) this.connection.close(reason);
    else this.fail(reason);
  };

  /**
   * As long as what is known to follow, or as all before it: however small the parts that a body comes in, its pieces are few. But an
   * upstream that says much and sends little gets little memory.
   */
  private takeStep(knownBytes: number): void {
    const maxBytes = Math.min(Math.max(this.byteCount, firstStepBytes), maxStepBytes);
    const byteCount = Math.min(Math.max(knownBytes, this.byteCount), maxBytes);
    if (!this.exchange.hold(this.limits.buffered, byteCount)) throw tooMuchBuffered();
    const { length } = this.head!;
    if (this.byteCount === 0 && length !== undefined && length <= maxWholeBytes) this.whole = this.addPiece(length);
    if (this.whole) this.free = this.whole.subarray(this.byteCount, this.byteCount + byteCount);
    else this.free = this.addPiece(byteCount);
  }

  private addPiece(byteCount: number): Buffer {
    const piece = bodyBuffers.acquire(byteCount);
    this.pieces.push(piece);
    return piece;
  }

  private trim(freeBytes: number): void {
    const last = this.pieces.pop()!;
    const used = last.subarray(0, -freeBytes);
    bodyBuffers.transfer(last, used);
    this.pieces.push(used);
  }

  private async decompressed(encoding: string): Promise<Body> {
    const bytes = await decompress(Buffer.concat(this.pieces), encoding, this.limits.maxBodyBytes);
    if (!this.exchange.hold(this.limits.buffered, bytes.length)) throw tooMuchBuffered();
    const body = [bytes];
    this.exchange.keep(body);
    return body;
  }

  private fail(failure: UpstreamFailure): void {
    this.isOver = true;
    this.exchange.release(this.abort);
    // Their connection is closed: nothing is read to them any more.
    for (const piece of this.pieces.splice(0)) bodyBuffers.release(piece);
    this.reject(failure);
  }
}
