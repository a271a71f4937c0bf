import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Problem } from '../problem';
import { TokenCipher } from '../secrets/token-cipher';
import { ChangeAnswersRepository, type ChangeId, voided } from './change-answers.repository';

/** A change that a request asks for, as long as it is known which request it is. */
export interface RequestedChange {
  /** The user or token that asks, and the account. The same key of another owner is another change. */
  readonly owner: string;
  /** The role of the owner. An answer is shown only to the role that it was made for. */
  readonly role: string;
  /** Undefined: the change is performed each time it is asked for. */
  readonly idempotencyKey: string | undefined;
  /** What is asked for, as JSON: method, path and body. A repeat has the same. */
  readonly request: unknown;
  /** Whether performing it again changes nothing and gives the first answer, so that it may follow an acknowledgement. */
  readonly isRepeatable?: boolean;
}

/** What became of a change. `answer` is undefined if the response was not made before the process ended. */
export type ChangeOutcome = { readonly state: 'done'; readonly answer: unknown } | { readonly state: 'unknown' };

/** `T` itself if it is the same after `JSON.parse(JSON.stringify(…))`. */
type Plain<T> = T extends Date | bigint | Buffer
  ? never
  : T extends object
    ? { readonly [Member in keyof T]: Plain<T[Member]> }
    : T;

type Asked = Pick<RequestedChange, 'owner' | 'role'> & { readonly idempotencyKey: string };

/**
 * Changes that can be sent again without harm. For ten minutes, a repeat with the same idempotency key gets the first answer. Only a
 * hash of the key is stored, and the answer is encrypted with the key itself, because it may contain a secret that is shown once.
 */
@Injectable()
export class IdempotentChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly answers: ChangeAnswersRepository,
  ) {}

  /**
   * Performs a change in one transaction with the record of its answer, once per idempotency key. Concurrent repeats wait.
   * @param perform makes the change; what it returns is stored as JSON
   * @param respond makes the answer after the commit, such as by sending an email. After a lost answer it may run again.
   * @throws {Problem} `conflict` when the key was used for another request, or by the owner in another role, or when its outcome
   *   was asked for before the request arrived
   */
  async once<Done, Answer = Done>(
    change: RequestedChange,
    perform: (db: EntityManager) => Promise<Done & Plain<Done>>,
    respond?: (done: Done) => Promise<Answer & Plain<Answer>>,
  ): Promise<Answer> {
    const { idempotencyKey } = change;
    const answerTo = respond ?? (async (done: Done) => done as unknown as Answer);
    if (idempotencyKey === undefined) return answerTo(await this.dataSource.transaction(perform));
    const asked = { ...change, idempotencyKey };
    const requestHash = sha256(JSON.stringify(change.request));
    const { text, isFinal } = await this.dataSource.transaction(async (db) => {
      const known = await this.answers.claim(db, idOf(asked), requestHash);
      if (known.answer === voided) throw cameLate;
      if (known.answer !== null) {
        if (!known.requestHash.equals(requestHash)) throw otherRequest;
        if (known.answer === '') {
          if (!change.isRepeatable) throw acknowledged;
          return { text: JSON.stringify(await perform(db)), isFinal: true };
        }
        return { text: decrypted(asked, known.answer), isFinal: known.isFinal };
      }
      const done = JSON.stringify(await perform(db)) ?? 'null';
      await this.answers.set(db, idOf(asked), encrypted(asked, done), !respond);
      return { text: done, isFinal: !respond };
    });
    if (text === undefined) throw otherRole;
    if (isFinal) return JSON.parse(text);
    const answer = await answerTo(JSON.parse(text));
    await this.answers.set(this.dataSource, idOf(asked), encrypted(asked, JSON.stringify(answer) ?? 'null'), true);
    return answer;
  }

  /**
   * As {@link once}, for a change with a check that reads or commits by itself, such as one that counts wrong codes. A repeat gets the
   * first answer, whatever its check says. @param check must not use up what a concurrent repeat needs
   */
  async onceChecked<Checked, Done, Answer = Done>(
    change: RequestedChange,
    check: () => Promise<Checked>,
    perform: (db: EntityManager, checked: Checked) => Promise<Done & Plain<Done>>,
    respond?: (done: Done) => Promise<Answer & Plain<Answer>>,
  ): Promise<Answer> {
    // Not within the transaction, which would hold its connection while the check waits for another one.
    const [checked] = await Promise.allSettled([check()]);
    const performChecked = async (db: EntityManager) => {
      if (checked.status === 'rejected') throw checked.reason;
      return perform(db, checked.value);
    };
    return this.once<Done, Answer>(change, performChecked, respond);
  }

  /**
   * Finds out what became of a change.
   * @param settles whether the answer is final: it waits for a request that is still under way, and a change that is unknown then
   *   never happens, because a late request with its key is refused
   */
  async outcome(asked: Asked, settles: boolean): Promise<ChangeOutcome> {
    const known = settles
      ? // The key's row makes it wait for a transaction that has the same key.
        await this.answers.claim(this.dataSource, idOf(asked), Buffer.alloc(0), voided)
      : await this.answers.find(this.dataSource, idOf(asked));
    if (!known || known.answer === null || known.answer === voided) return { state: 'unknown' };
    const text = known.isFinal ? decrypted(asked, known.answer) : undefined;
    return { state: 'done', answer: text === undefined ? undefined : JSON.parse(text) };
  }

  /** Deletes an answer that has arrived. */
  acknowledge(asked: Asked): Promise<void> {
    return this.answers.acknowledge(this.dataSource, idOf(asked));
  }
}

const otherRequest = new Problem(
  'conflict',
  'An earlier attempt, with other values, was performed. Look at what it did before you send this one.',
);
const cameLate = new Problem(
  'conflict',
  'This was not done: it arrived after its sender had been told so. Send it again with a new Idempotency-Key.',
);
const acknowledged = new Problem('conflict', 'This was done, and its answer has arrived. It is not shown again.');
const otherRole = new Problem('conflict', 'This was done before your role changed, so its answer is not shown again.');

function idOf({ owner, idempotencyKey }: Asked): ChangeId {
  return { owner, keyHash: sha256(idempotencyKey) };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

const purposeOf = ({ owner, role }: Asked) => `${owner}, ${role}`;

function encrypted(asked: Asked, text: string): string {
  return new TokenCipher([asked.idempotencyKey]).encrypt(text, purposeOf(asked));
}

function decrypted(asked: Asked, answer: string): string | undefined {
  return new TokenCipher([asked.idempotencyKey]).decrypt(answer, purposeOf(asked));
}
