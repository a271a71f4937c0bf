import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { withLongStatements } from '../../platform/database/data-source';
import { Problem } from '../../platform/problem';
import { AccountsRepository, accountTarget } from '../accounts/accounts.repository';
import { AccountStatusRepository } from '../billing/account-status.repository';
import { LedgerRepository } from '../billing/ledger.repository';
import { PersonalDataRepository } from './personal-data.repository';

interface Erasure {
  readonly accountId: number;
  /** The account's name, so that a mistyped id erases nothing. */
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
    private readonly statuses: AccountStatusRepository,
  ) {}

  /**
   * Erases users, names, client IPs, notes and request URLs of an account, and suspends it forever. Amounts stay.
   * @throws {Problem} `not_found`; `conflict` when the name does not match.
   */
  erase({ accountId, name, actor }: Erasure): Promise<void> {
    return withLongStatements(this.dataSource, (runner) =>
      runner.manager.transaction(async (db) => {
        const account = await this.accounts.lock(db, accountId);
        if (account.name !== name) throw new Problem('conflict', `Account ${accountId} is not called ${name}.`);
        await recordAudit(db, { actor, action: 'account.erase', ...accountTarget(accountId) });
        if (account.status !== 'erased') await this.statuses.set(db, accountId, 'erased');
        await this.people.erase(db, accountId);
        await this.ledger.announceBalance(db, accountId);
      }),
    );
  }
}
