import { Injectable } from '@nestjs/common';
import { type EntityDb, generatedId } from '../../platform/database/db';
import { CustomerNote } from '../../platform/database/entities/accounts';

const maxShown = 50;

@Injectable()
export class CustomerNotesRepository {
  /** Newest first. */
  list(db: EntityDb, accountId: number): Promise<CustomerNote[]> {
    return db.getRepository(CustomerNote).find({ where: { accountId }, order: { id: 'DESC' }, take: maxShown });
  }

  async insert(db: EntityDb, accountId: number, author: string, text: string): Promise<CustomerNote> {
    const note = db.getRepository(CustomerNote).create({ accountId, author, text });
    note.id = generatedId(await db.getRepository(CustomerNote).insert(note));
    return note;
  }

  /** @returns the text of the removed note; undefined when the account has no such note. */
  async remove(db: EntityDb, accountId: number, id: number): Promise<string | undefined> {
    const [[removed]]: [{ text: string }[]] = await db.query(
      'DELETE FROM customer_notes WHERE account_id = $1 AND id = $2 RETURNING text',
      [accountId, id],
    );
    return removed?.text;
  }
}
