import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { KeyedHash } from '../../platform/secrets/keyed-hash';

/** Allows `burst` attempts at once, and one more every `everySeconds`. */
export interface Allowance {
  readonly subject: string;
  readonly burst: number;
  readonly everySeconds: number;
}

/** Stores hashes of the subjects, because a row may outlive its user and must not reveal the user or the client IP. */
@Injectable()
export class SignInThrottlesRepository {
  constructor(private readonly keyedHash: KeyedHash) {}

  /** Whole seconds until every allowance permits an attempt; 0 if all permit one now. */
  async secondsToWait(db: Db, allowances: readonly Allowance[]): Promise<number> {
    const rows: { seconds: number }[] = await db.query(
      `SELECT ceil(extract(epoch FROM whole_at - now()) - (burst - 1) * every)::integer AS seconds
       FROM sign_in_throttles JOIN ${wanted} USING (subject)`,
      this.valuesOf(allowances),
    );
    return Math.max(0, ...rows.map(({ seconds }) => seconds));
  }

  /** Counts an attempt against each allowance that permits one. @returns these allowances. */
  async take(db: Db, allowances: readonly Allowance[]): Promise<Allowance[]> {
    const rows: { subject: string }[] = await db.query(
      `INSERT INTO sign_in_throttles AS t (subject, whole_at)
       SELECT subject, now() + make_interval(secs => every) FROM ${wanted} ORDER BY subject
       ON CONFLICT (subject) DO UPDATE SET whole_at = greatest(t.whole_at, now()) + (excluded.whole_at - now())
       WHERE t.whole_at <= now() + (excluded.whole_at - now()) * (SELECT burst - 1 FROM ${wanted} WHERE w.subject = t.subject)
       RETURNING subject`,
      this.valuesOf(allowances),
    );
    const taken = new Set(rows.map(({ subject }) => subject));
    return allowances.filter(({ subject }) => taken.has(this.keyedHash.of(subject)));
  }

  async refund(db: Db, allowances: readonly Allowance[]): Promise<void> {
    // Locks rows in the same order as `take`, so that the two statements cannot deadlock.
    await db.query(
      `UPDATE sign_in_throttles t SET whole_at = t.whole_at - make_interval(secs => every)
       FROM (SELECT subject, every FROM sign_in_throttles s JOIN ${wanted} USING (subject) ORDER BY subject FOR UPDATE OF s) AS taken
       WHERE t.subject = taken.subject`,
      this.valuesOf(allowances),
    );
  }

  /** Deletes rows whose allowance is full again. Every allowance is full at most an hour after its last attempt. */
  async deleteWhole(db: Db): Promise<void> {
    await db.query('DELETE FROM sign_in_throttles WHERE whole_at < now()');
  }

  private valuesOf(allowances: readonly Allowance[]): unknown[] {
    return [
      allowances.map(({ subject }) => this.keyedHash.of(subject)),
      allowances.map(({ burst }) => burst),
      allowances.map(({ everySeconds }) => everySeconds),
    ];
  }
}

const wanted = 'unnest($1::text[], $2::integer[], $3::integer[]) AS w (subject, burst, every)';
