/** The usage row of one keyed request. The request id is a UUIDv7, which contains the time of the request. */
export interface UsageRecord {
  readonly requestId: string;
  readonly accountId: number;
  readonly keyId: number;
  readonly keyFamilyId: number;
  /** Name of the operation, such as `users.followers`. */
  readonly operation: string;
  readonly status: number;
  /** Code of the problem; null for a success. */
  readonly code: string | null;
  /** Price of the operation in units and in micro-USD, even if the request is not charged. */
  readonly units: number;
  readonly priceMicros: bigint;
  /** In milliseconds and bytes. Fractions are not stored. */
  readonly upstreamMs: number;
  readonly totalMs: number;
  readonly responseBytes: number;
  /** For an error, the body that the caller got, as JSON text; null for a success. */
  readonly problem: string | null;
  /** Undefined for most requests. */
  readonly replay?: ReplayInfo | undefined;
}

/** The idempotency key under which a request is charged once, and the source of a response that is not from the upstream. */
export interface ReplayInfo {
  /** Keyed hashes of the key and of the operation with its parameters, 32 hexadecimal digits each. */
  readonly key?: { readonly hash: string; readonly fingerprint: string } | undefined;
  readonly source?: { readonly of: ResponseSource; readonly firstRequestId: string } | undefined;
}

/** `repeat`: a replay for the same idempotency key; `kept`: the response cache. */
export type ResponseSource = 'repeat' | 'kept';

/** Longer bodies are not stored, so that a caller cannot fill the disk with errors of free requests. */
const maxProblemLength = 4_096;

/** The fields of the database type `usage_request` in their order, escaped for a composite literal in an array literal. */
export const usageRequestFields: Record<string, (record: UsageRecord) => string | number | bigint> = {
  request_id: (record) => record.requestId,
  account_id: (record) => record.accountId,
  key_id: (record) => record.keyId,
  operation: (record) => quoted(record.operation),
  status: (record) => record.status,
  code: (record) => (record.code === null ? '' : quoted(record.code)),
  units: (record) => record.units,
  price_micros: (record) => record.priceMicros,
  upstream_ms: (record) => Math.trunc(record.upstreamMs),
  total_ms: (record) => Math.trunc(record.totalMs),
  response_bytes: (record) => Math.trunc(record.responseBytes),
  problem: ({ problem }) => (problem && problem.length <= maxProblemLength ? quoted(problem) : ''),
  key_family_id: (record) => record.keyFamilyId,
};
const cells = Object.values(usageRequestFields);

/**
 * The records as a PostgreSQL literal of type `usage_request[]`. Built here, because the driver's serializer checks the
 * type of every element and costs several times as much.
 */
export function usageRequests(records: readonly UsageRecord[]): string {
  let literal = '{';
  for (const record of records) {
    literal += literal.length > 1 ? ',"(' : '"(';
    for (let index = 0; index < cells.length; index++)
      literal += index > 0 ? `,${cells[index]!(record)}` : cells[index]!(record);
    literal += ')"';
  }
  return `${literal}}`;
}

/** The replay infos as the literal of a `replay_info[]`; undefined when no record has one. */
export function replayInfos(records: readonly UsageRecord[]): string | undefined {
  let literal = '';
  for (let index = 0; index < records.length; index++) {
    const { replay } = records[index]!;
    if (replay) literal += `${literal === '' ? '{' : ','}"${replayRow(replay, index + 1)}"`;
  }
  return literal === '' ? undefined : `${literal}}`;
}

/** @param place position of the request in the batch, starting at 1 */
function replayRow({ key, source }: ReplayInfo, place: number): string {
  const bytes = key ? `\\\\\\\\x${key.hash},\\\\\\\\x${key.fingerprint}` : ',';
  return `(${place},${bytes},${source?.of ?? ''},${source?.firstRequestId ?? ''})`;
}

/** Escaped twice: as a field of a composite, which is an element of an array. */
function quoted(text: string): string {
  return `\\"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\\\\\$&') : text}\\"`;
}

const requestId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a request id, so that a query accepts it. */
export function isRequestId(text: string): boolean {
  return requestId.test(text);
}

const millisecondDigits = 12;

/** A lower bound of the request ids of a millisecond. */
export function firstRequestIdAt(epochMs: number): string {
  const time = epochMs.toString(16).padStart(millisecondDigits, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

export function requestTimeMs(requestId: string): number {
  return Number.parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), 16);
}
