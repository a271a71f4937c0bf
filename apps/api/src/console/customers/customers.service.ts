import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { LedgerRepository } from '../../core/billing/ledger.repository';
import { UsersRepository } from '../../core/identity/users.repository';
import { RequestLogRepository } from '../../core/usage/request-log.repository';
import { isRequestId } from '../../core/usage/usage-record';
import { readPage } from '../fields/page';
import { accountView, memberView } from '../fields/views';
import { idOf, isId } from '../http/ids';
import { type CustomerDetailView, type CustomerPage, type CustomerQuery, customerView } from './customers.dto';
import { type CustomerSearch, CustomersRepository } from './customers.repository';

@Injectable()
export class CustomersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly customers: CustomersRepository,
    private readonly accounts: AccountsRepository,
    private readonly requests: RequestLogRepository,
    private readonly ledger: LedgerRepository,
    private readonly users: UsersRepository,
  ) {}

  search(query: CustomerQuery): Promise<CustomerPage> {
    if (query.query !== undefined && isRequestId(query.query)) return this.findByEntry(query.query);
    const search =
      query.query === undefined ? { asking: query.asking_for !== undefined } : customerSearchOf(query.query);
    return readPage(query, {
      read: (beforeId, limit) => this.customers.search(this.dataSource, search, idOf(beforeId), limit),
      keyOf: ({ id }) => `${id}`,
      show: customerView,
      isKey: isId,
    });
  }

  /** @throws {Problem} `not_found`. */
  async read(accountId: number): Promise<CustomerDetailView> {
    const account = await this.accounts.read(this.dataSource, accountId);
    const owners = await this.users.listOwners(this.dataSource, accountId);
    return { ...accountView(account), owners: owners.map(memberView) };
  }

  private async findByEntry(entryId: string): Promise<CustomerPage> {
    const [request, entry] = await Promise.all([
      this.requests.find(this.dataSource, entryId),
      this.ledger.find(this.dataSource, entryId),
    ]);
    const accountId = request?.accountId ?? entry?.accountId;
    const kind = request || entry?.kind === 'charge' ? 'request' : 'entry';
    const found =
      accountId === undefined ? [] : await this.customers.search(this.dataSource, { accountId }, undefined, 1);
    const match = { kind, key_id: null, entry_id: entryId } as const;
    return {
      items: found.map((customer) => ({ ...customerView(customer), match })),
      next_cursor: null,
      has_more: false,
    };
  }
}

const keyStart = /^loupe_(?:test_)?([0-9A-Za-z]*)$/;
const storedPrefixLength = 8;

/**
 * What the text in the search box may mean. Only the first eight characters of a key are used, however much of it was
 * pasted: the rest is secret and must not reach the database.
 */
export function customerSearchOf(query: string): CustomerSearch {
  const key = keyStart.exec(query);
  if (key) return { keyPrefix: key[1]!.slice(0, storedPrefixLength) };
  return {
    text: query,
    keyPrefix: /^[0-9A-Za-z]{4,8}$/.test(query) ? query : undefined,
    accountId: isId(query) ? Number(query) : undefined,
  };
}
