import { type Outcome, withBody } from './outcome';

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

/** A Map's entry and the objects in it. */
const overheadBytes = 512;
const megabyte = 1_024 * 1_024;
/** A buffer for each answer would cost more than it holds: garbage collection looks at every one. */
const mostSharedBytes = 256 * 1_024;

interface OwnAnswers {
  readonly answers: Map<string, StoredAnswer>;
  bytes: number;
  /** What is left of the buffer that the last answers share. */
  room: Buffer;
}

/**
 * Answers in memory, bounded in all and for each account. Of an account that has too many the oldest goes; of all accounts,
 * the oldest of the one that kept none for the longest time.
 */
export class AnswerStore {
  bytes = 0;
  private readonly byAccount = new Map<number, OwnAnswers>();

  constructor(
    private readonly maxBytes: number,
    private readonly maxBytesPerAccount = Math.min(8 * megabyte, maxBytes),
    private readonly maxAnswerBytes = Math.min(megabyte, maxBytes),
    readonly now: () => number = () => performance.now(),
  ) {}

  find(accountId: number, id: string): StoredAnswer | undefined {
    const found = this.byAccount.get(accountId)?.answers.get(id);
    if (found && found.untilMs > this.now()) return found;
    if (found) this.drop(accountId, id);
    return undefined;
  }

  /** The bytes are copied: those of an answer belong to the request that it leaves by. */
  keep(accountId: number, id: string, answer: StoredAnswer): void {
    const { length } = answer.outcome.reply.body;
    const size = length + overheadBytes;
    this.drop(accountId, id);
    if (length > this.maxAnswerBytes || size > this.maxBytesPerAccount || answer.untilMs <= this.now()) return;
    const own = this.byAccount.get(accountId);
    while (own && own.bytes > 0 && own.bytes + size > this.maxBytesPerAccount) this.dropOldest(accountId);
    while (this.bytes > 0 && this.bytes + size > this.maxBytes) this.dropOldest(this.byAccount.keys().next().value!);
    this.add(accountId, id, answer, size);
  }

  /** What nobody may have any more leaves the memory, too. */
  dropExpired(): void {
    const nowMs = this.now();
    for (const [accountId, { answers }] of this.byAccount)
      for (const [id, { untilMs }] of answers) if (untilMs <= nowMs) this.drop(accountId, id);
  }

  private add(accountId: number, id: string, answer: StoredAnswer, size: number): void {
    const own = this.byAccount.get(accountId) ?? { answers: new Map(), bytes: 0, room: Buffer.alloc(0) };
    // The account that has kept something last stands last.
    this.byAccount.delete(accountId);
    this.byAccount.set(accountId, own);
    const { fingerprint, requestId, atMs, untilMs } = answer;
    const outcome = withBody(answer.outcome, copyOf(answer.outcome.reply.body, own));
    own.answers.set(id, { outcome, fingerprint, requestId, atMs, untilMs });
    own.bytes += size;
    this.bytes += size;
  }

  private dropOldest(accountId: number): void {
    this.drop(accountId, this.byAccount.get(accountId)!.answers.keys().next().value!);
  }

  private drop(accountId: number, id: string): void {
    const own = this.byAccount.get(accountId);
    const answer = own?.answers.get(id);
    if (!own || !answer) return;
    const size = answer.outcome.reply.body.length + overheadBytes;
    own.answers.delete(id);
    own.bytes -= size;
    this.bytes -= size;
    if (own.answers.size === 0) this.byAccount.delete(accountId);
  }
}

/**
 * In a buffer that it shares with the account's next answers. They leave in the order in which they came, so that an eighth more than
 * the answers is held at most: of the buffer of the oldest what has left, of that of the newest what is free.
 */
function copyOf(body: Buffer, own: OwnAnswers): Buffer {
  const sharedBytes = Math.min(own.bytes >> 4, mostSharedBytes);
  if (body.length * 4 > sharedBytes) return Buffer.from(body);
  if (body.length > own.room.length) own.room = Buffer.allocUnsafeSlow(sharedBytes);
  const copy = own.room.subarray(0, body.length);
  own.room = own.room.subarray(body.length);
  copy.set(body);
  return copy;
}
