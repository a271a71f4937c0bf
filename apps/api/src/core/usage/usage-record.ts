/** What is kept of one keyed request. The request id is a UUIDv7: the time of the request is read from it. */
export interface UsageRecord {
  readonly requestId: string;
  readonly accountId: number;
  readonly keyId: number;
  readonly lineageId: number;
  /** Name of the operation, such as `users.followers`. */
  readonly operation: string;
  readonly status: number;
  /** Code of the problem; null for a success. */
  readonly code: string | null;
  /** Price of the operation in units, and in money: also for a request that is not charged in the end. */
  readonly units: number;
  readonly priceMicros: bigint;
  /** Milliseconds and bytes; fractions are cut off. */
  readonly upstreamMs: number;
  readonly totalMs: number;
  readonly responseBytes: number;
  /** Of an error: the body that the caller got, as JSON text; null for a success. */
  readonly problem: string | null;
}

const requestId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a request id, so that the database can be asked about it. */
export function isRequestId(text: string): boolean {
  return requestId.test(text);
}

const millisecondDigits = 12;

/** The lowest request id of a millisecond: where the requests since then begin. */
export function firstRequestIdAt(epochMs: number): string {
  const time = epochMs.toString(16).padStart(millisecondDigits, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** When the request was received, in epoch milliseconds. */
export function requestTimeMs(requestId: string): number {
  return Number.parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), 16);
}
