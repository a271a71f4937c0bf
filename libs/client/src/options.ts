export interface LoupeOptions {
  /** Where the API is, such as `https://loupe.example`. */
  baseUrl: string;
  apiKey: string;
  /** How often a call is repeated that failed and may succeed later; 2 unless set. */
  maxRetries?: number;
  /** How long one attempt may take, the body included; 30,000 unless set. */
  timeoutMs?: number;
  /** Keeps to the rate of the key instead of running into refusals; true unless set. */
  pace?: boolean;
  /** The most that all calls of this client may cost, such as `'1.00'`. */
  maxCostUsd?: string;
  /** Instead of the global one. */
  fetch?: typeof fetch;
  /** Told of every attempt when it has ended. */
  onAttempt?: (attempt: Attempt) => void;
}

export interface Attempt {
  /** Name of the operation, such as `users.followers`. */
  operation: string;
  /** 1 for the first. */
  attempt: number;
  /** Undefined when no answer came. */
  status: number | undefined;
  tookMs: number;
}

export interface CallOptions {
  /** An answer of this account's own that is up to so many seconds old will do; it costs less, or nothing. */
  maxAge?: number;
  /** Cuts the answer, or each item of a list, to these members: `['pk', 'user.username']`. */
  fields?: readonly string[];
  /** The most that the call, or the whole list, may cost. A call that would cost more is not made. */
  maxCostUsd?: string;
  signal?: AbortSignal;
  /** Instead of one that is made for the call: 16 to 128 visible ASCII characters. Of a list, it is that of the first page. */
  idempotencyKey?: string;
}

export interface ListOptions extends CallOptions {
  /** The most items that are wanted: no page is asked for after them. */
  limit?: number;
}

/** What an answer's headers say. */
export interface Meta {
  status: number;
  requestId: string | undefined;
  /** What the call has cost, its repeats included; undefined without a key, as of `system.health`. */
  costUsd: string | undefined;
  balanceUsd: string | undefined;
  /** When the first of the media addresses in the answer expires. */
  mediaExpiresAt: Date | undefined;
  /** On the last page of a list: why it is the last. */
  end: 'no-cursor' | 'repeated-cursor' | 'single-page' | 'limit' | undefined;
  attempts: number;
  /** The age of an answer that was kept. */
  ageSeconds: number | undefined;
  /** The answer of an earlier request with the same idempotency key. */
  isReplay: boolean;
}

/** An answer as it came. */
export interface Answer {
  bytes: Uint8Array;
  meta: Meta;
}
