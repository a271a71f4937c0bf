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

/** What an answer has beside its numbers and bytes, a byte for each character. What is charged has no other facts of its problem. */
export function headOf(id: string, { outcome, fingerprint, requestId }: StoredAnswer): string {
  const { reply, code, answer, problem } = outcome;
  const detail = problem ? encodeURIComponent(problem.detail) : '';
  return `${id}\0${fingerprint}\0${requestId}\0${reply.contentType}\0${code ?? ''}\0${answer?.listEnd ?? ''}\0${detail}`;
}

/** Where the numbers of a record stand, and how long all of that is. */
const at = { untilMs: 0, atMs: 8, mediaExpires: 16, hash: 24, next: 28, status: 32, headLength: 36, bodyLength: 40 };
const prefixBytes = 44;
/** Until when an erased record may be had. */
const erased = Number.NEGATIVE_INFINITY;
/** A chain is there for so many bytes of a segment. */
const chainedBytes = 1_024;
/** Estimated memory of a segment's own objects. */
const objectBytes = 1_280;

/**
 * Records of answers, one after the other. Those whose ids have hashes alike are chained, so that they are found: entries of a Map
 * would be objects that live for minutes.
 */
export class Segment {
  /** Bytes counted against the account. */
  bytes = 0;
  private readonly memory: Buffer;
  private readonly numbers: DataView;
  /** One more than where the newest record of each chain begins; 0 where there is none. */
  private readonly chains: Int32Array;
  /**
   * For each chain, 8 bits that its records have set by their hashes: of most ids that are looked for there is none, and to find that
   * out in the record would be to wait for memory that is in no cache.
   */
  private readonly marks: Uint8Array;
  private used = 0;
  /** How far it was written to when it was used before. */
  private usedBefore = 0;
  private count = 0;

  static sizeOf(head: string, body: Buffer): number {
    return prefixBytes + head.length + body.length;
  }

  /** What a segment of so many bytes takes beside them. */
  static overheadOf(byteCount: number): number {
    const bytesPerChain = Int32Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT;
    return objectBytes + Math.ceil(byteCount / chainedBytes) * bytesPerChain;
  }

  constructor(byteCount: number) {
    this.memory = Buffer.allocUnsafeSlow(byteCount);
    this.numbers = new DataView(this.memory.buffer);
    this.chains = new Int32Array(Math.ceil(byteCount / chainedBytes));
    this.marks = new Uint8Array(this.chains.length);
  }

  get freeBytes(): number {
    return this.memory.length - this.used;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** @param id with which the head begins */
  write(id: string, hash: number, { atMs, untilMs, outcome }: StoredAnswer, head: string): void {
    this.erase(id, hash);
    const { memory, numbers, chains, used: place } = this;
    const { reply, answer } = outcome;
    const chain = this.chainOf(hash);
    numbers.setFloat64(place + at.untilMs, untilMs);
    numbers.setFloat64(place + at.atMs, atMs);
    numbers.setFloat64(place + at.mediaExpires, answer?.mediaExpiresAtSeconds ?? Number.NaN);
    numbers.setInt32(place + at.hash, hash);
    numbers.setInt32(place + at.next, chains[chain]!);
    numbers.setInt32(place + at.status, reply.status);
    numbers.setInt32(place + at.headLength, head.length);
    numbers.setInt32(place + at.bodyLength, reply.body.length);
    memory.write(head, place + prefixBytes, 'latin1');
    memory.set(reply.body, place + prefixBytes + head.length);
    this.used += Segment.sizeOf(head, reply.body);
    chains[chain] = place + 1;
    this.marks[chain]! |= markOf(hash);
    this.count += 1;
  }

  /** Where the record begins; undefined where there is none. */
  placeOf(id: string, hash: number): number | undefined {
    const { memory, numbers } = this;
    const chain = this.chainOf(hash);
    if ((this.marks[chain]! & markOf(hash)) === 0) return undefined;
    for (let next = this.chains[chain]!; next > 0; next = numbers.getInt32(next - 1 + at.next)) {
      if (numbers.getInt32(next - 1 + at.hash) !== hash) continue;
      const start = next - 1 + prefixBytes;
      const end = start + id.length;
      if (memory[end] === 0 && memory.toString('latin1', start, end) === id) return next - 1;
    }
    return undefined;
  }

  untilMsOf(place: number): number {
    return this.numbers.getFloat64(place + at.untilMs);
  }

  atMsOf(place: number): number {
    return this.numbers.getFloat64(place + at.atMs);
  }

  /** With a copy of its bytes: the memory may be erased before the answer has left. */
  read(place: number): StoredAnswer {
    const { memory, numbers } = this;
    const [headStart, bodyStart, end] = this.boundsOf(place);
    const body = Buffer.from(memory.subarray(bodyStart, end));
    const [, fingerprint, requestId, contentType, code, listEnd, detail] = memory
      .toString('latin1', headStart, bodyStart)
      .split('\0') as [string, string, string, string, Problem['code'] | '', ListEnd | '', string];
    const mediaExpires = numbers.getFloat64(place + at.mediaExpires);
    const mediaExpiresAtSeconds = Number.isNaN(mediaExpires) ? undefined : mediaExpires;
    const outcome: Outcome = {
      reply: new Reply(body, numbers.getInt32(place + at.status), contentType),
      code: code || null,
      answer: code ? undefined : { body, listEnd: listEnd || undefined, mediaExpiresAtSeconds },
      problem: code && detail ? new Problem(code, decodeURIComponent(detail)) : undefined,
    };
    return { outcome, fingerprint, requestId, atMs: this.atMsOf(place), untilMs: this.untilMsOf(place) };
  }

  erase(id: string, hash: number): void {
    const place = this.placeOf(id, hash);
    if (place !== undefined) this.eraseAt(place);
  }

  eraseExpired(nowMs: number): void {
    for (const place of this.places()) if (this.untilMsOf(place) <= nowMs) this.eraseAt(place);
  }

  /** So that it can be used again: what was in it is overwritten then, which is half the work, or else {@link eraseRest}. */
  clear(): void {
    this.chains.fill(0);
    this.marks.fill(0);
    this.usedBefore = Math.max(this.used, this.usedBefore);
    this.used = 0;
    this.count = 0;
    this.bytes = 0;
  }

  /** What it held before it was cleared, and has not been overwritten. */
  eraseRest(): void {
    if (this.usedBefore > this.used) this.memory.fill(0, this.used, this.usedBefore);
    this.usedBefore = 0;
  }

  /** Of the records that have not been erased. */
  private *places(): Iterable<number> {
    for (let place = 0; place < this.used; [, , place] = this.boundsOf(place))
      if (this.untilMsOf(place) !== erased) yield place;
  }

  /** Its bytes as well: they hold what people have published. What is left of it is a link of its chain. */
  private eraseAt(place: number): void {
    const [headStart, , end] = this.boundsOf(place);
    this.memory.fill(0, headStart, end);
    this.numbers.setFloat64(place + at.untilMs, erased);
    this.count -= 1;
  }

  private chainOf(hash: number): number {
    return (hash >>> 0) % this.chains.length;
  }

  private boundsOf(place: number): [headStart: number, bodyStart: number, end: number] {
    const headStart = place + prefixBytes;
    const bodyStart = headStart + this.numbers.getInt32(place + at.headLength);
    return [headStart, bodyStart, bodyStart + this.numbers.getInt32(place + at.bodyLength)];
  }
}

function markOf(hash: number): number {
  return 1 << (hash >>> 29);
}
