import type { Body } from '@loupe/lossless-json';
import { Pool } from 'undici';
import { Circuit } from './circuit';
import { classifyFailure, SessionRefused, type Subject } from './classify';
import type { Exchange } from './exchange';
import { UpstreamFailure } from './failure';
import { encodeFields, type UpstreamRequest } from './request';
import { type DocumentIds, defaultDocumentIds, type GraphqlRequest } from './requests/graphql';
import { type SessionHeaders, SessionPool } from './sessions';
import { type Transmission, transmit } from './transmit';

export interface UpstreamOptions {
  baseUrl: string;
  /** Sent in turn; none at all is allowed. */
  sessions?: readonly SessionHeaders[] | undefined;
  documentIds?: Partial<DocumentIds> | undefined;
  /** Largest body that is accepted, after decompression. */
  maxBodyBytes?: number | undefined;
  connections?: number | undefined;
}

const retryPauseMs = 100;
const formHeaders = ['content-type', 'application/x-www-form-urlencoded; charset=UTF-8'];

/** Sends requests to the upstream and gives back the bytes of its answers. It never logs in and never works around a challenge. */
export class UpstreamClient {
  readonly sessions: SessionPool;
  readonly circuit = new Circuit();
  private readonly pool: Pool;
  private readonly pathPrefix: string;
  private readonly documentIds: DocumentIds;
  private readonly maxBodyBytes: number;

  constructor(options: UpstreamOptions) {
    const base = new URL(options.baseUrl);
    this.pathPrefix = base.pathname.replace(/\/$/, '');
    this.sessions = new SessionPool(options.sessions ?? []);
    this.documentIds = { ...defaultDocumentIds, ...options.documentIds };
    this.maxBodyBytes = options.maxBodyBytes ?? 32 * 1024 * 1024;
    // Deadlines are the exchange's: the pool's own timers would cut a slow answer short of it.
    this.pool = new Pool(base.origin, { connections: options.connections ?? 128, headersTimeout: 0, bodyTimeout: 0 });
  }

  /**
   * The body of a 200 answer, decompressed. One repeat is made, while the deadline allows, after a failure that may pass:
   * with another session when the session was refused, with the same one when the upstream failed.
   * @throws {UpstreamFailure}
   */
  send(request: UpstreamRequest, exchange: Exchange, subject: Subject = 'thing'): Promise<Body> {
    return this.circuit.run(async () => {
      try {
        return await this.attempt(request, exchange, subject);
      } catch (error) {
        if (!this.mayRepeat(error, exchange)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
      return this.attempt(request, exchange, subject);
    });
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private mayRepeat(error: unknown, exchange: Exchange): boolean {
    if (exchange.remainingMs < 2 * retryPauseMs) return false;
    if (error instanceof SessionRefused) return this.sessions.healthy() > 0;
    return error instanceof UpstreamFailure && error.kind === 'unavailable';
  }

  private async attempt(request: UpstreamRequest, exchange: Exchange, subject: Subject): Promise<Body> {
    const session = this.sessions.take();
    const transmission = this.transmissionOf(request, session.headerList);
    const { status, body } = await transmit(this.pool, transmission, exchange, this.maxBodyBytes);
    if (status === 200) return body;
    const failure = classifyFailure(status, body, subject);
    if (failure instanceof SessionRefused) this.sessions.rest(session);
    throw failure;
  }

  private transmissionOf(request: UpstreamRequest, sessionHeaders: readonly string[]): Transmission {
    const query = encodeFields(request.query);
    return {
      method: request.method,
      path: `${this.pathPrefix}${request.path}${query && `?${query}`}`,
      headers: request.form ? [...sessionHeaders, ...formHeaders] : sessionHeaders,
      body: request.form ? this.formOf(request) : null,
    };
  }

  private formOf(request: UpstreamRequest): string {
    const fields = encodeFields(request.form);
    const query = (request as Partial<GraphqlRequest>).graphql;
    if (!query) return fields;
    const documentId = encodeURIComponent(this.documentIds[query]);
    return `client_doc_id=${documentId}&doc_id=${documentId}&${fields}`;
  }
}
