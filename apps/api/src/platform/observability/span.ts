import type { IncomingHttpHeaders } from 'node:http';

export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

export interface SpanOptions {
  readonly kind?: 'client';
  readonly links?: readonly Span[];
}

/** A span that has begun. Times are of the monotonic clock, in milliseconds. */
export interface Span {
  readonly traceId: string;
  begin(name: string, atMs: number, options?: SpanOptions): Span;
  set(attributes: SpanAttributes): void;
  /** @param fault what went wrong, if something did. */
  end(atMs: number, fault?: string): void;
}

export interface Tracer {
  /** The span of a request that a caller sent; undefined when it is not to be traced. */
  begin(name: string, headers: IncomingHttpHeaders, atMs: number): Span | undefined;
  /** Sends what has ended. */
  stop(): Promise<void>;
}
