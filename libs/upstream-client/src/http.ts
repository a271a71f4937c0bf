import axios, { type AxiosAdapter, AxiosError, AxiosHeaders, type AxiosInstance, type AxiosResponse } from 'axios';
import { classifyFailure } from './classify';
import type { Connection } from './connection';
import { decompress } from './content-encoding';
import type { BufferedBytes, Exchange } from './exchange';
import { BoundPassed, type Subject, UpstreamFailure } from './failure';
import { AnotherThing, failureInOk } from './ok-answer';
import { encodeFields, type Fields, type UpstreamRequest } from './request';
import type { DocumentIds, GraphqlRequest } from './requests/graphql';
import type { Session } from './session';

declare module 'axios' {
  interface AxiosRequestConfig {
    asking?: Asking;
  }
}

/** What would end the request line, or is not ASCII. */
const notInPath = /[^\x21-\x7e]/;
const formType = 'application/x-www-form-urlencoded; charset=UTF-8';

/** One attempt at the upstream: what is asked for, and for whom. */
export class Asking {
  constructor(
    readonly request: UpstreamRequest,
    readonly subject: Subject,
    readonly session: Session,
    private readonly exchange: Exchange,
    private readonly buffered: BufferedBytes,
    private readonly documentIds: DocumentIds,
  ) {}

  /** @returns the body of a 200 answer, decompressed. @throws {UpstreamFailure} */
  async send(http: AxiosInstance, signal: AbortSignal): Promise<Buffer> {
    const { name, method, path, query } = this.request;
    if (notInPath.test(path)) throw new Error(`${name} has a path that is no path`);
    const { data } = await http.request<Buffer>({
      method,
      url: path,
      params: query,
      data: this.form(),
      signal,
      timeout: this.exchange.timeoutMs,
      throughProxy: this.session.proxy,
      hold: (bytes) => this.hold(bytes),
      asking: this,
    });
    return data;
  }

  /** Counts bytes of its answer that are in memory. */
  hold(bytes: number): void {
    if (!this.exchange.hold(this.buffered, bytes))
      throw new BoundPassed('buffered_bytes', 'no memory is left for answers', 'retry_later');
  }

  private form(): string | undefined {
    const { form, graphql } = this.request as UpstreamRequest & Partial<GraphqlRequest>;
    if (!form) return undefined;
    const id = graphql && this.documentIds[graphql];
    return encodeFields({ client_doc_id: id, doc_id: id, ...form });
  }
}

/**
 * The HTTP client of the upstream: session headers by a request interceptor, what a response means by response interceptors. It fails
 * with an UpstreamFailure, which has nothing of a request's config in it: no log may ever show the headers of a session.
 */
export function createHttp(baseURL: string, adapter: AxiosAdapter, maxContentLength: number): AxiosInstance {
  const http = axios.create({
    baseURL,
    adapter,
    maxContentLength,
    maxRedirects: 0,
    proxy: false,
    decompress: false,
    validateStatus: null,
    transformRequest: [],
    transformResponse: [],
    paramsSerializer: { serialize: (params) => encodeFields(params as Fields) },
  });
  http.interceptors.request.use((config) => {
    const { session, request } = config.asking!;
    config.headers = new AxiosHeaders({ ...session.sentHeaders, ...(request.form && { 'content-type': formType }) });
    return config;
  });
  http.interceptors.response.use(undefined, (error) => {
    throw failureOf(error);
  });
  http.interceptors.response.use(decoded);
  http.interceptors.response.use(requireAnswer);
  return http;
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof AxiosError)) return error;
  if (axios.isCancel(error)) return (error.config!.signal as AbortSignal).reason;
  return new UpstreamFailure('unavailable', error.message);
}

async function decoded(response: AxiosResponse<Buffer>): Promise<AxiosResponse<Buffer>> {
  const { status, headers, config } = response;
  const encoding = headers['content-encoding'] as string | undefined;
  if (!encoding) return response;
  response.data = await decodedBody(response.data, encoding, status, config.maxContentLength!);
  config.asking!.hold(response.data.length);
  return response;
}

async function decodedBody(body: Buffer, encoding: string, status: number, maxBytes: number): Promise<Buffer> {
  // A rate limit is one whatever its body is.
  if (status === 429) return nothing;
  try {
    return await decompress(body, encoding, maxBytes);
  } catch (error) {
    // A body that cannot be decoded says nothing, but its status does. One that passes a bound is not taken for an answer at all.
    if (status !== 200 && !(error instanceof BoundPassed)) return nothing;
    throw error;
  }
}

const nothing = Buffer.alloc(0);

/** @throws {UpstreamFailure} unless the response answers its request. */
function requireAnswer(response: AxiosResponse<Buffer>): AxiosResponse<Buffer> {
  const { status, data: body, headers, config } = response;
  const { request, subject } = config.asking!;
  const location = headers.location as string | undefined;
  const failure =
    status === 200
      ? failureInOk(body, request)
      : classifyFailure({ status, body, location }, subject, request.absences);
  if (failure instanceof AnotherThing) (response.request as Connection).destroy(failure.reason);
  if (failure) throw failure;
  return response;
}
