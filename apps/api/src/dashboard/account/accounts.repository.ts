import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Problem } from '../../http/problem';
import { type AccountFacts, accountFactsOf } from './account-facts';

/** Reads customers' accounts. */
@Injectable()
export class AccountsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws {Problem} `not_found`, for an account of the house too. */
  async read(id: number): Promise<AccountFacts> {
    const [row] = await this.dataSource.query(`SELECT * FROM accounts WHERE id = $1 AND kind = 'customer'`, [id]);
    if (!row) throw new Problem('not_found', 'There is no such account.');
    return accountFactsOf(row);
  }
}
