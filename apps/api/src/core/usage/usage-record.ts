/** What is kept of one keyed request. The request id is a UUIDv7: the time of the request is read from it. */
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
  /** Price of the operation in units, and in money: also for a request that is not charged in the end. */
  readonly units: number;
  readonly priceMicros: bigint;
  /** Milliseconds and bytes; fractions are cut off. */
  readonly upstreamMs: number;
  readonly totalMs: number;
  readonly responseBytes: number;
  /** For an error, the body that the caller got, as JSON text; null for a success. */
  readonly problem: string | null;
  /** What the charge, or the usage row, is to know beside that; most requests have none of it. */
  readonly replay?: ReplayInfo | undefined;
}

/** Under which idempotency key a request is charged once, and where its answer came from when not from the upstream. */
export interface ReplayInfo {
  /** Keyed hash of the key, and of the operation with its parameters; 32 hexadecimal digits each. */
  readonly key?: { readonly hash: string; readonly fingerprint: string } | undefined;
  readonly source?: { readonly of: AnswerSource; readonly firstRequestId: string } | undefined;
}

/** `repeat`: of a request with the same idempotency key; `kept`: an earlier answer that was recent enough. */
export type AnswerSource = 'repeat' | 'kept';

/** Longer ones are not kept: a caller must not fill the disk with the faults of requests that cost nothing. */
const maxProblemLength = 4_096;

/** The fields of the database's type `usage_request`, in its order, each as text of a composite literal inside an array. */
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
 * The records as PostgreSQL's literal of a `usage_request[]`. Written by hand: the driver's own writer looks at every
 * element's type and costs several times as much.
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

/** @param place of its request in the batch, from 1 on */
function replayRow({ key, source }: ReplayInfo, place: number): string {
  const bytes = key ? `\\\\\\\\x${key.hash},\\\\\\\\x${key.fingerprint}` : ',';
  return `(${place},${bytes},${source?.of ?? ''},${source?.firstRequestId ?? ''})`;
}

/** Escaped twice: as a field of a composite, which is an element of an array. */
function quoted(text: string): string {
  return `\\"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\\\\\$&') : text}\\"`;
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

export function requestTimeMs(requestId: string): number {
  return Number.parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), 16);
}
