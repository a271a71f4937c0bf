import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { LedgerRepository } from '../../core/billing/ledger.repository';
import { MembersRepository } from '../../core/identity/members.repository';
import { RequestLogRepository } from '../../core/usage/request-log.repository';
import { isRequestId } from '../../core/usage/usage-record';
import { accountView } from '../account/account.dto';
import { idOf, isId } from '../shared/fields/ids';
import { readPage } from '../shared/fields/page-reader';
import { customerSearchOf } from './customer-search';
import type { CustomerDetailView, CustomerPage, CustomerQuery, CustomerView } from './customers.dto';
import { type Customer, CustomersRepository } from './customers.repository';
import { memberView } from './member-view';

/** Finds and shows accounts for support. */
@Injectable()
export class CustomersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly customers: CustomersRepository,
    private readonly accounts: AccountsRepository,
    private readonly requests: RequestLogRepository,
    private readonly ledger: LedgerRepository,
  ) {}

  /** @throws {Problem} `invalid_cursor`. */
  search(query: CustomerQuery): Promise<CustomerPage> {
    if (query.query !== undefined && isRequestId(query.query)) return this.findByEntry(query.query);
    const search = query.query === undefined ? undefined : customerSearchOf(query.query);
    return readPage(query, {
      read: (beforeId, limit) => this.customers.search(search, idOf(beforeId), limit),
      keyOf: ({ id }) => `${id}`,
      show: customerView,
      isKey: isId,
    });
  }

  /** @throws {Problem} `not_found`. */
  async read(accountId: number): Promise<CustomerDetailView> {
    const account = await this.accounts.read(this.dataSource, accountId);
    const owners = await new MembersRepository(this.dataSource.manager).ownersOf(accountId);
    return { ...accountView(account), owners: owners.map(memberView) };
  }

  /** The account that a request or ledger entry belongs to. */
  private async findByEntry(entryId: string): Promise<CustomerPage> {
    const [request, entry] = await Promise.all([
      this.requests.find(this.dataSource, entryId),
      this.ledger.find(this.dataSource, entryId),
    ]);
    const accountId = request?.accountId ?? entry?.accountId;
    const kind = request || entry?.kind === 'charge' ? 'request' : 'entry';
    const found = accountId === undefined ? [] : await this.customers.search({ accountId }, undefined, 1);
    const match = { kind, key_id: null, entry_id: entryId } as const;
    return {
      items: found.map((customer) => ({ ...customerView(customer), match })),
      next_cursor: null,
      has_more: false,
    };
  }
}

function customerView({ owner, match, ...account }: Customer): CustomerView {
  return {
    ...accountView(account),
    owner: owner && { id: `${owner.id}`, email: owner.email },
    match: match && { kind: match.kind, key_id: match.keyId === null ? null : `${match.keyId}`, entry_id: null },
  };
}
