import { type Outcome, withOwnBody } from './outcome';

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

/**
 * Answers in memory, bounded in all and for each account. Of an account that has too many the oldest goes; of all accounts,
 * the oldest of the one that kept none for the longest time.
 */
export class AnswerStore {
  bytes = 0;
  private readonly byAccount = new Map<number, { answers: Map<string, StoredAnswer>; bytes: number }>();

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
    this.add(accountId, id, { ...answer, outcome: withOwnBody(answer.outcome) }, size);
  }

  /** What nobody may have any more leaves the memory, too. */
  dropExpired(): void {
    const nowMs = this.now();
    for (const [accountId, { answers }] of this.byAccount)
      for (const [id, { untilMs }] of answers) if (untilMs <= nowMs) this.drop(accountId, id);
  }

  private add(accountId: number, id: string, answer: StoredAnswer, size: number): void {
    const own = this.byAccount.get(accountId) ?? { answers: new Map<string, StoredAnswer>(), bytes: 0 };
    // The account that has kept something last stands last.
    this.byAccount.delete(accountId);
    this.byAccount.set(accountId, own);
    own.answers.set(id, answer);
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
