import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { withLongStatements } from '../../platform/database/data-source';
import { Problem } from '../../platform/http/problem';
import { AccountsRepository, accountTarget } from '../accounts/accounts.repository';
import { LedgerRepository } from '../billing/ledger.repository';
import { PersonalDataRepository } from './personal-data.repository';

interface Erasure {
  readonly accountId: number;
  /** What the account is called: whoever mistypes an id erases nothing. */
  readonly name: string;
  readonly actor: Actor;
}

@Injectable()
export class AccountErasure {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly people: PersonalDataRepository,
    private readonly ledger: LedgerRepository,
  ) {}

  /**
   * Erases users, names, addresses, notes and what was asked for of an account, which nobody resumes any more; amounts stay.
   * @throws {Problem} `not_found`; `conflict` when the account is called something else.
   */
  erase({ accountId, name, actor }: Erasure): Promise<void> {
    return withLongStatements(this.dataSource, (runner) =>
      runner.manager.transaction(async (db) => {
        const account = await this.accounts.lock(db, accountId);
        if (account.name !== name) throw new Problem('conflict', `Account ${accountId} is not called ${name}.`);
        await recordAudit(db, { actor, action: 'account.erase', ...accountTarget(accountId) });
        if (account.status !== 'erased') await this.accounts.setStatus(db, accountId, 'erased');
        await this.people.erase(db, accountId);
        await this.ledger.announceBalance(db, accountId);
      }),
    );
  }
}
