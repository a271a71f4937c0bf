import { Injectable } from '@nestjs/common';
import type { Db } from '../database/db';

/** Which request it is: the owner of the change and the SHA-256 of its idempotency key. */
export interface ChangeId {
  readonly owner: string;
  readonly keyHash: Buffer;
}

export interface KnownChange {
  readonly requestHash: Buffer;
  /** Encrypted; or null while the change has not been performed, empty after the answer has been acknowledged, {@link voided}. */
  readonly answer: string | null;
  /** Whether the answer was made after the commit; otherwise it is what the change returned. */
  readonly isFinal: boolean;
}

/** The answer of a change that had not arrived when its outcome was asked for. It is never performed. */
export const voided = 'void';

const keptFor = `interval '10 minutes'`;

@Injectable()
export class ChangeAnswersRepository {
  /**
   * Claims a key, or finds its change. A concurrent request waits until the claiming transaction ends. An expired claim starts anew.
   * It always writes, because only a commit that writes waits for a synchronous standby.
   * @param answer what becomes the answer of a change that is not known
   */
  async claim(
    db: Db,
    { owner, keyHash }: ChangeId,
    requestHash: Buffer,
    answer: typeof voided | null = null,
  ): Promise<KnownChange> {
    const expired = `known.created_at < now() - ${keptFor}`;
    const [row]: KnownChange[] = await db.query(
      `INSERT INTO change_answers AS known (owner, key_hash, request_hash, answer) VALUES ($1, $2, $3, $4)
       ON CONFLICT (owner, key_hash) DO UPDATE SET
         request_hash = CASE WHEN ${expired} THEN excluded.request_hash ELSE known.request_hash END,
         answer = CASE WHEN ${expired} THEN excluded.answer ELSE known.answer END,
         is_final = known.is_final AND NOT ${expired},
         created_at = CASE WHEN ${expired} THEN now() ELSE known.created_at END
       RETURNING request_hash AS "requestHash", answer, is_final AS "isFinal"`,
      [owner, keyHash, requestHash, answer],
    );
    return row!;
  }

  /** The change of a key, as far as it is committed; undefined when there is none. */
  async find(db: Db, { owner, keyHash }: ChangeId): Promise<KnownChange | undefined> {
    const [row]: KnownChange[] = await db.query(
      `SELECT request_hash AS "requestHash", answer, is_final AS "isFinal" FROM change_answers
       WHERE owner = $1 AND key_hash = $2 AND created_at >= now() - ${keptFor}`,
      [owner, keyHash],
    );
    return row;
  }

  async set(db: Db, { owner, keyHash }: ChangeId, answer: string, isFinal: boolean): Promise<void> {
    await db.query(
      `UPDATE change_answers SET answer = $3, is_final = $4
       WHERE owner = $1 AND key_hash = $2 AND coalesce(answer NOT IN ('', $5), true)`,
      [owner, keyHash, answer, isFinal, voided],
    );
  }

  /** Deletes the answer of a performed change, but not the claim: a late copy of the request must not perform it again. */
  async acknowledge(db: Db, { owner, keyHash }: ChangeId): Promise<void> {
    await db.query(
      `UPDATE change_answers SET answer = '', is_final = true WHERE owner = $1 AND key_hash = $2 AND answer <> $3`,
      [owner, keyHash, voided],
    );
  }

  async deleteExpired(db: Db): Promise<void> {
    await db.query(`DELETE FROM change_answers WHERE created_at < now() - ${keptFor}`);
  }
}
