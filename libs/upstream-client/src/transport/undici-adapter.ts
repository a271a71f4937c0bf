import { type AxiosAdapter, AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import type { Dispatcher } from 'undici';
import type { UpstreamFailure } from '../failure';
import type { Exchange } from './exchange';

/**
 * What travels through axios to the adapter beside axios's own configuration. The headers are among it, names and values in
 * turn: axios would merge, copy and normalise each of them anew for every request, which costs more than the rest of it.
 */
export class Transmission {
  constructor(
    readonly exchange: Exchange,
    readonly headers: readonly string[],
  ) {}
}

/** axios hands on what it does not know. */
export interface TransmissionConfig extends InternalAxiosRequestConfig {
  transmission: Transmission;
}

/**
 * An axios adapter over an undici pool. axios's own one costs about three times as much CPU a request (streams, redirects,
 * proxies); here the chunks are collected as they come, and never joined. Redirects are never followed.
 */
export function undiciAdapter(pool: Dispatcher): AxiosAdapter {
  return (config) =>
    new Promise((resolve, reject) => new Collector(config as TransmissionConfig, resolve, reject).dispatch(pool));
}

class Collector implements Dispatcher.DispatchHandler {
  private readonly chunks: Buffer[] = [];
  private byteCount = 0;
  private status = 0;
  private headers: Record<string, string | string[] | undefined> = {};
  private controller: Dispatcher.DispatchController | undefined;
  private givenUpFor: UpstreamFailure | undefined;

  constructor(
    private readonly config: TransmissionConfig,
    private readonly resolve: (response: AxiosResponse<Buffer[]>) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  dispatch(pool: Dispatcher): void {
    const { url, method, data, transmission } = this.config;
    transmission.exchange.guard(this.giveUp);
    pool.dispatch(
      {
        path: url!,
        method: method!.toUpperCase() as Dispatcher.HttpMethod,
        headers: transmission.headers as string[],
        body: (data as string | undefined) ?? null,
      },
      this,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.givenUpFor) controller.abort(this.givenUpFor);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.byteCount += chunk.length;
    const limit = this.config.maxContentLength ?? -1;
    if (limit >= 0 && this.byteCount > limit) {
      controller.abort(
        new AxiosError(`maxContentLength of ${limit} bytes exceeded`, AxiosError.ERR_BAD_RESPONSE, this.config),
      );
    }
  }

  onResponseEnd(): void {
    this.finish();
    this.resolve({
      data: this.chunks,
      status: this.status,
      statusText: '',
      headers: relevantHeaders(this.headers),
      config: this.config,
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** Still queued for a connection, there is nothing to abort yet: it is aborted as soon as its turn comes. */
  private readonly giveUp = (reason: UpstreamFailure): void => {
    this.givenUpFor = reason;
    if (this.controller) this.controller.abort(reason);
    else this.fail(reason);
  };

  private fail(error: Error): void {
    this.finish();
    this.reject(error);
  }

  private finish(): void {
    const { exchange } = this.config.transmission;
    exchange.release(this.giveUp);
  }
}

/** Only what the client looks at. */
function relevantHeaders(headers: Record<string, string | string[] | undefined>): AxiosResponse['headers'] {
  const encoding = headers['content-encoding'];
  return typeof encoding === 'string' ? { 'content-encoding': encoding } : {};
}
