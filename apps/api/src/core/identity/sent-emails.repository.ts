import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';

/** Allows `most` emails in any 24 hours. */
export interface EmailAllowance {
  readonly subject: string;
  readonly most: number;
}

const sentLastDay = `ARRAY (SELECT at FROM unnest(s.sent_at) AS at WHERE at > now() - interval '1 day' ORDER BY at)`;
const wanted = 'unnest($1::text[], $2::integer[]) AS w (subject, most)';

@Injectable()
export class SentEmailsRepository {
  /** Counts an email against each allowance that is not exhausted. @returns how many more emails each of these allows. */
  async take(db: Db, allowances: readonly EmailAllowance[]): Promise<number[]> {
    const rows: { left: number }[] = await db.query(
      `INSERT INTO sent_emails AS s (subject, sent_at) SELECT subject, ARRAY[now()] FROM ${wanted} ORDER BY subject
       ON CONFLICT (subject) DO UPDATE SET sent_at = ${sentLastDay} || now()
       WHERE cardinality(${sentLastDay}) < (SELECT most FROM ${wanted} WHERE w.subject = s.subject)
       RETURNING (SELECT most FROM ${wanted} WHERE w.subject = s.subject) - cardinality(sent_at) AS left`,
      valuesOf(allowances),
    );
    return rows.map(({ left }) => left);
  }

  /** Whole seconds until every allowance permits another email. */
  async secondsToWait(db: Db, allowances: readonly EmailAllowance[]): Promise<number> {
    const [row]: { seconds: number | null }[] = await db.query(
      `SELECT max(ceil(extract(epoch FROM (${sentLastDay})[1] + interval '1 day' - now())))::integer AS seconds
       FROM sent_emails s JOIN ${wanted} USING (subject) WHERE cardinality(${sentLastDay}) >= most`,
      valuesOf(allowances),
    );
    return Math.max(1, row?.seconds ?? 1);
  }

  async deleteOld(db: Db): Promise<void> {
    await db.query(`DELETE FROM sent_emails s WHERE cardinality(${sentLastDay}) = 0`);
  }
}

function valuesOf(allowances: readonly EmailAllowance[]): unknown[] {
  return [allowances.map(({ subject }) => subject), allowances.map(({ most }) => most)];
}
