import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { KeyedHash } from '../../platform/secrets/keyed-hash';

/** An allowance of attempts: `burst` of them at once, and one more every so many seconds. */
export interface Allowance {
  readonly subject: string;
  readonly burst: number;
  readonly everySeconds: number;
}

/** Subjects are hashed: a row outlives the user it is about, and tells nobody of whom or from where it was. */
@Injectable()
export class SignInThrottlesRepository {
  constructor(private readonly keyedHash: KeyedHash) {}

  /** Whole seconds until each allowance has an attempt left; 0 if it has one now. */
  async secondsToWait(db: Db, allowances: readonly Allowance[]): Promise<number> {
    const rows: { seconds: number }[] = await db.query(
      `SELECT ceil(extract(epoch FROM whole_at - now()) - (burst - 1) * every)::integer AS seconds
       FROM sign_in_throttles JOIN ${wanted} USING (subject)`,
      this.valuesOf(allowances),
    );
    return Math.max(0, ...rows.map(({ seconds }) => seconds));
  }

  /** Takes an attempt from each allowance that has one left; gives those. */
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

  async giveBack(db: Db, allowances: readonly Allowance[]): Promise<void> {
    // Locked in the order in which they are taken.
    await db.query(
      `UPDATE sign_in_throttles t SET whole_at = t.whole_at - make_interval(secs => every)
       FROM (SELECT subject, every FROM sign_in_throttles s JOIN ${wanted} USING (subject) ORDER BY subject FOR UPDATE OF s) AS taken
       WHERE t.subject = taken.subject`,
      this.valuesOf(allowances),
    );
  }

  /** Rows say nothing once their allowance is whole again: within an hour, for every one there is. */
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
