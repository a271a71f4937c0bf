import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Problem } from '../../platform/http/problem';
import { type Account, accountOf } from './account';

/** Customers' accounts. */
@Injectable()
export class AccountsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws {Problem} `not_found`, for an account of the house too. */
  async read(id: number): Promise<Account> {
    const [row] = await this.dataSource.query(`SELECT * FROM accounts WHERE id = $1 AND kind = 'customer'`, [id]);
    if (!row) throw new Problem('not_found', 'There is no such account.');
    return accountOf(row);
  }

  /** An account with no money; returns its id. */
  async insert(db: EntityManager, name: string): Promise<number> {
    const [row] = await db.query(`INSERT INTO accounts (kind, name) VALUES ('customer', $1) RETURNING id`, [name]);
    return Number(row.id);
  }
}
