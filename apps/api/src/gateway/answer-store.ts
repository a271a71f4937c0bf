import { clock } from '../platform/clock';
import { headOf, Segment, type StoredAnswer } from './answer-segment';
import { megabyte } from './megabyte';

interface OwnAnswers {
  /** The oldest first. */
  readonly segments: Segment[];
  bytes: number;
}

/**
 * Answers in memory, bounded in all and for each account. They are written one after the other into segments, and leave with them: as
 * objects, which live for minutes and then go one by one, they would cost as much garbage collection as the rest of their requests.
 * Of an account that has too many the oldest segment goes; of all accounts, that of the one that took none for the longest time.
 */
export class AnswerStore {
  bytes = 0;
  private readonly byAccount = new Map<number, OwnAnswers>();
  /** Size of the largest segments. */
  private readonly segmentBytes: number;
  /** The last of them that was dropped, for the next: fresh memory all the time would have V8 collect garbage all the time. */
  private spare: Segment | undefined;

  constructor(
    private readonly maxBytes: number,
    private readonly maxBytesPerAccount = Math.min(8 * megabyte, maxBytes),
    private readonly maxAnswerBytes = Math.min(megabyte, maxBytes),
    readonly now: () => number = () => clock.nowMs(),
  ) {
    this.segmentBytes = maxBytesPerAccount >> 3;
  }

  /**
   * @param hash of the id
   * @param sinceMs what was answered before is too old.
   */
  find(accountId: number, id: string, hash: number, sinceMs = 0): StoredAnswer | undefined {
    const segments = this.byAccount.get(accountId)?.segments ?? [];
    // The newest first: an older segment may hold what has been replaced since.
    for (let index = segments.length - 1; index >= 0; index--) {
      const segment = segments[index]!;
      const place = segment.placeOf(id, hash);
      if (place === undefined) continue;
      const isUsable = segment.untilMsOf(place) > this.now() && segment.atMsOf(place) >= sinceMs;
      return isUsable ? segment.read(place) : undefined;
    }
    return undefined;
  }

  /** The bytes are copied: those of an answer belong to the request that it leaves by. */
  keep(accountId: number, id: string, hash: number, answer: StoredAnswer): void {
    const { body } = answer.outcome.reply;
    const head = headOf(id, answer);
    const size = Segment.sizeOf(head, body);
    const fullSize = size + Segment.overheadOf(size);
    if (body.length > this.maxAnswerBytes || fullSize > Math.min(this.maxBytes, this.maxBytesPerAccount)) return;
    this.segmentFor(accountId, size).write(id, hash, answer, head);
  }

  forget(accountId: number, id: string, hash: number): void {
    for (const segment of this.byAccount.get(accountId)?.segments ?? []) segment.erase(id, hash);
  }

  /** What nobody may have any more leaves the memory, too. */
  dropExpired(): void {
    const nowMs = this.now();
    for (const [accountId, own] of this.byAccount) {
      for (const segment of own.segments) {
        segment.eraseExpired(nowMs);
        segment.eraseRest();
      }
      for (const segment of own.segments.filter(({ isEmpty }) => isEmpty)) this.drop(accountId, own, segment);
    }
    this.spare?.eraseRest();
    this.spare = undefined;
  }

  /** With room for so many bytes more. */
  private segmentFor(accountId: number, size: number): Segment {
    const newest = this.byAccount.get(accountId)?.segments.at(-1);
    return newest && newest.freeBytes >= size ? newest : this.addSegment(accountId, size);
  }

  private addSegment(accountId: number, size: number): Segment {
    const own = this.byAccount.get(accountId) ?? { segments: [], bytes: 0 };
    for (;;) {
      // Those who keep little take little.
      const segmentBytes = Math.max(size, Math.min(own.bytes, this.segmentBytes));
      const addedBytes = segmentBytes + Segment.overheadOf(segmentBytes);
      if (own.bytes + addedBytes > this.maxBytesPerAccount) this.drop(accountId, own, own.segments[0]!);
      else if (this.bytes + addedBytes > this.maxBytes) this.dropOldest();
      else {
        const segment = this.newSegment(segmentBytes);
        own.segments.push(segment);
        segment.bytes = addedBytes;
        own.bytes += addedBytes;
        this.bytes += addedBytes;
        // The account that has taken a segment last stands last.
        this.byAccount.delete(accountId);
        this.byAccount.set(accountId, own);
        return segment;
      }
    }
  }

  private newSegment(byteCount: number): Segment {
    const { spare } = this;
    if (spare?.freeBytes !== byteCount) return new Segment(byteCount);
    this.spare = undefined;
    return spare;
  }

  private dropOldest(): void {
    const [accountId, own] = this.byAccount.entries().next().value!;
    this.drop(accountId, own, own.segments[0]!);
  }

  private drop(accountId: number, own: OwnAnswers, segment: Segment): void {
    own.segments.splice(own.segments.indexOf(segment), 1);
    own.bytes -= segment.bytes;
    this.bytes -= segment.bytes;
    if (own.segments.length === 0) this.byAccount.delete(accountId);
    segment.clear();
    if (segment.freeBytes === this.segmentBytes && !this.spare) this.spare = segment;
    else segment.eraseRest();
  }
}
