import { LoupeError } from './errors.ts';
import type { Answer, Meta } from './options.ts';

const decoder = new TextDecoder();

/** A lazy call. Its first `await`, `raw()` or `withMeta()` sends it; every later use shares the response. */
export class Call<T> implements PromiseLike<T> {
  readonly #send: () => Promise<Answer>;
  readonly #toData: (parsed: unknown, meta: Meta) => T;
  #answer: Promise<Answer> | undefined;
  #read: Promise<{ data: T; meta: Meta }> | undefined;

  /** @internal */
  constructor(send: () => Promise<Answer>, toData: (parsed: unknown, meta: Meta) => T) {
    this.#send = send;
    this.#toData = toData;
  }

  /** The response body as received, not parsed. */
  raw(): Promise<Answer> {
    this.#answer ??= this.#send();
    return this.#answer;
  }

  /** The result with its metadata: cost, balance, request id and more. */
  withMeta(): Promise<{ data: T; meta: Meta }> {
    this.#read ??= this.raw().then((answer) => ({
      data: this.#toData(parse(answer), answer.meta),
      meta: answer.meta,
    }));
    return this.#read;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a call sends it
  then<Value = T, Fallback = never>(
    onData?: ((data: T) => Value | PromiseLike<Value>) | null,
    onError?: ((error: unknown) => Fallback | PromiseLike<Fallback>) | null,
  ): Promise<Value | Fallback> {
    return this.withMeta()
      .then(({ data }) => data)
      .then(onData, onError);
  }

  catch<Fallback>(onError: (error: unknown) => Fallback | PromiseLike<Fallback>): Promise<T | Fallback> {
    return this.then(undefined, onError);
  }
}

/** @internal */
export function parse({ bytes, meta }: Answer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw new LoupeError('unreadable_answer', 'Not JSON', { ...meta, chargedUsd: meta.costUsd, cause });
  }
}
