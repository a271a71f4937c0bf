import { Problem } from '../platform/http/problem';
import { Reply } from '../platform/http/reply';
import type { ListEnd } from './answers/answer';
import type { Outcome } from './outcome';

/** An answer of the upstream that was charged, in memory for its own account. */
export interface StoredAnswer {
  readonly outcome: Outcome;
  /** What was asked for. */
  readonly fingerprint: string;
  /** The request that it was charged to. */
  readonly requestId: string;
  /** On the monotonic clock. */
  readonly atMs: number;
  readonly untilMs: number;
}

/** What an answer has beside its times and bytes, as JSON. What is charged has no other facts of its problem. */
type Head = readonly [
  fingerprint: string,
  requestId: string,
  status: number,
  contentType: string,
  code: string | null,
  answer: readonly [listEnd: ListEnd | null, mediaExpiresAtSeconds: number | null] | null,
  problem: readonly [code: Problem['code'], detail: string] | null,
];

export function headOf({ outcome, fingerprint, requestId }: StoredAnswer): Buffer {
  const { reply, code, answer, problem } = outcome;
  const head: Head = [
    fingerprint,
    requestId,
    reply.status,
    reply.contentType,
    code,
    answer ? [answer.listEnd ?? null, answer.mediaExpiresAtSeconds ?? null] : null,
    problem ? [problem.code, problem.detail] : null,
  ];
  return Buffer.from(JSON.stringify(head));
}

/** Where the times and lengths of a record stand, and how long all of that is. */
const [untilMsAt, atMsAt, headLengthAt, bodyLengthAt, prefixBytes] = [0, 8, 16, 20, 24];

/** Records of answers, one after the other. */
export class Segment {
  /** Where the record of each answer begins. */
  readonly places = new Map<string, number>();
  /** Bytes counted against the account, overhead included. */
  bytes = 0;
  private readonly memory: Buffer;
  private used = 0;

  static sizeOf(head: Buffer, body: Buffer): number {
    return prefixBytes + head.length + body.length;
  }

  constructor(byteCount: number) {
    this.memory = Buffer.allocUnsafeSlow(byteCount);
  }

  get freeBytes(): number {
    return this.memory.length - this.used;
  }

  write(id: string, { atMs, untilMs }: StoredAnswer, head: Buffer, body: Buffer): void {
    this.erase(id);
    const { memory, used } = this;
    memory.writeDoubleLE(untilMs, used + untilMsAt);
    memory.writeDoubleLE(atMs, used + atMsAt);
    memory.writeUInt32LE(head.length, used + headLengthAt);
    memory.writeUInt32LE(body.length, used + bodyLengthAt);
    memory.set(head, used + prefixBytes);
    memory.set(body, used + prefixBytes + head.length);
    this.places.set(id, used);
    this.used += Segment.sizeOf(head, body);
  }

  untilMsOf(place: number): number {
    return this.memory.readDoubleLE(place + untilMsAt);
  }

  atMsOf(place: number): number {
    return this.memory.readDoubleLE(place + atMsAt);
  }

  /** With a copy of its bytes: the memory may be erased before the answer has left. */
  read(place: number): StoredAnswer {
    const [headStart, bodyStart, end] = this.boundsOf(place);
    const body = Buffer.from(this.memory.subarray(bodyStart, end));
    const [fingerprint, requestId, status, contentType, code, answer, problem]: Head = JSON.parse(
      this.memory.toString('utf8', headStart, bodyStart),
    );
    const [listEnd, mediaExpiresAtSeconds] = answer ?? [null, null];
    const outcome: Outcome = {
      reply: new Reply(body, status, contentType),
      code,
      answer: answer
        ? { body, listEnd: listEnd ?? undefined, mediaExpiresAtSeconds: mediaExpiresAtSeconds ?? undefined }
        : undefined,
      problem: problem ? new Problem(...problem) : undefined,
    };
    return { outcome, fingerprint, requestId, atMs: this.atMsOf(place), untilMs: this.untilMsOf(place) };
  }

  /** Its bytes as well: they hold what people have published. */
  erase(id: string): void {
    const place = this.places.get(id);
    if (place === undefined) return;
    this.memory.fill(0, place, this.boundsOf(place)[2]);
    this.places.delete(id);
  }

  eraseExpired(nowMs: number): void {
    for (const [id, place] of this.places) if (this.untilMsOf(place) <= nowMs) this.erase(id);
  }

  /** Erases everything, so that the segment can be used again. */
  clear(): void {
    this.memory.fill(0, 0, this.used);
    this.places.clear();
    this.used = 0;
    this.bytes = 0;
  }

  private boundsOf(place: number): [headStart: number, bodyStart: number, end: number] {
    const headStart = place + prefixBytes;
    const bodyStart = headStart + this.memory.readUInt32LE(place + headLengthAt);
    return [headStart, bodyStart, bodyStart + this.memory.readUInt32LE(place + bodyLengthAt)];
  }
}
