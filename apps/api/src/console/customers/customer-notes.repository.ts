import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { rowReader } from '../../platform/database/row-reader';

/** What support writes about a customer for itself. */
export interface CustomerNote {
  readonly id: number;
  readonly accountId: number;
  /** Email address of who wrote it. */
  readonly author: string;
  readonly text: string;
  readonly createdAt: Date;
}

const noteOf = rowReader<CustomerNote>('id', 'accountId');
const maxShown = 50;

@Injectable()
export class CustomerNotesRepository {
  /** Newest first. */
  async list(db: Db, accountId: number): Promise<CustomerNote[]> {
    const rows: Record<string, unknown>[] = await db.query(
      `SELECT * FROM customer_notes WHERE account_id = $1 ORDER BY id DESC LIMIT ${maxShown}`,
      [accountId],
    );
    return rows.map(noteOf);
  }

  async insert(db: Db, accountId: number, author: string, text: string): Promise<CustomerNote> {
    const [row] = await db.query(
      'INSERT INTO customer_notes (account_id, author, text) VALUES ($1, $2, $3) RETURNING *',
      [accountId, author, text],
    );
    return noteOf(row);
  }

  /** What it said; undefined where the account has no such note. */
  async remove(db: Db, accountId: number, id: number): Promise<CustomerNote | undefined> {
    const [rows]: [Record<string, unknown>[]] = await db.query(
      'DELETE FROM customer_notes WHERE account_id = $1 AND id = $2 RETURNING *',
      [accountId, id],
    );
    return rows.map(noteOf)[0];
  }
}
