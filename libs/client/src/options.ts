import type { FaultName } from './generated/operations.ts';

/** An id. A number beyond 2^53 - 1 is refused, because JavaScript may have rounded it: write such an id as a string or a bigint. */
export type Id = string | number | bigint;

interface RequestOptions {
  /** The failure that the simulated platform is to show. Only with a test key. */
  fault?: FaultName | (string & {});
  /** Further request headers. Those of a call replace those of the client. Headers that the client itself sends, such as the key, replace both. */
  headers?: Readonly<Record<string, string>>;
}

export interface LoupeOptions extends RequestOptions {
  /** Such as `https://loupe.example`. */
  baseUrl: string;
  apiKey: string;
  /** Retries of a failed call. Default: 2. */
  maxRetries?: number;
  /** Limit for one attempt, including the body. Default: 30,000. */
  timeoutMs?: number;
  /** Delays calls to stay within the key's rate limit. Default: true. */
  pace?: boolean;
  /** Spending limit of this client, such as `'1.00'`. */
  maxCostUsd?: string;
  fetch?: typeof fetch;
  /** Called at the end of every attempt. */
  onAttempt?: (attempt: Attempt) => void;
}

export interface Attempt {
  operation: string;
  attempt: number;
  status: number | undefined;
  tookMs: number;
}

export interface CallOptions extends RequestOptions {
  /** Accepts a cached response up to this age in seconds, which is cheaper or free. */
  maxAge?: number;
  /** Selects members of the response, or of each item of a list: `'pk,user.username'` or `['pk', 'user.username']`. */
  fields?: string | readonly string[];
  /** Spending limit of this call or whole list. */
  maxCostUsd?: string;
  signal?: AbortSignal;
  /** Replaces the generated key: 16 to 128 visible ASCII characters. For a list, applies to the first page. */
  idempotencyKey?: string;
}

export interface ListOptions extends CallOptions {
  /** Stops after this many items, without requesting further pages. */
  limit?: number;
}

export interface Meta {
  status: number;
  requestId: string | undefined;
  /** Cost including retries; undefined if unknown, and for `system.health`, which needs no key. */
  costUsd: string | undefined;
  balanceUsd: string | undefined;
  /** The earliest expiry of the media URLs in the response. */
  mediaExpiresAt: Date | undefined;
  /** Why the list ended; only on its last page. */
  end: 'no-cursor' | 'repeated-cursor' | 'single-page' | 'limit' | undefined;
  attempts: number;
  ageSeconds: number | undefined;
  /** True for a replayed response of an earlier request with the same idempotency key. */
  isReplay: boolean;
}

export interface Answer {
  bytes: Uint8Array;
  meta: Meta;
}
