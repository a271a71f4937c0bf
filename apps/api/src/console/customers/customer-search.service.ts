import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LedgerRepository } from '../../core/billing/ledger.repository';
import { RequestLogRepository } from '../../core/usage/request-log.repository';
import { isRequestId } from '../../core/usage/usage-record';
import { UsageTotals } from '../../core/usage/usage-totals';
import { firstItems, maxRows } from '../fields/page';
import { isId, readPageById } from '../http/ids';
import { CustomerActivityRepository } from './customer-activity.repository';
import { type CustomerPage, type CustomerQuery, customerView } from './customers.dto';
import { type Customer, type CustomerSearch, CustomersRepository, type FoundCustomer } from './customers.repository';

@Injectable()
export class CustomerSearchService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly customers: CustomersRepository,
    private readonly activity: CustomerActivityRepository,
    private readonly requests: RequestLogRepository,
    private readonly ledger: LedgerRepository,
    private readonly totals: UsageTotals,
  ) {}

  async search(query: CustomerQuery): Promise<CustomerPage> {
    if (query.query !== undefined && isRequestId(query.query)) return this.findByEntry(query.query);
    const { query: text, sort = 'newest' } = query;
    await this.totals.count();
    const search = text === undefined ? undefined : customerSearchOf(text);
    const read = async (beforeId: number | undefined, limit: number) =>
      this.withActivity(
        search
          ? await this.customers.search(this.dataSource, search, beforeId, limit)
          : await this.customers.list(this.dataSource, query, beforeId, limit),
      );
    if (!search && sort !== 'newest')
      return wholePage(await read(undefined, Math.min(query.limit ?? maxRows, maxRows)));
    return readPageById(query, read, customerView);
  }

  private async withActivity(found: readonly FoundCustomer[]): Promise<Customer[]> {
    const ids = found.map(({ id }) => id);
    const activity = await this.activity.find(this.dataSource, ids);
    return found.map((customer) => ({ ...customer, activity: activity.get(customer.id)! }));
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
    const page = wholePage(await this.withActivity(found));
    return { ...page, items: page.items.map((customer) => ({ ...customer, match })) };
  }
}

function wholePage(customers: readonly Customer[]): CustomerPage {
  return { items: firstItems(customers.map(customerView)), next_cursor: null, has_more: false };
}

const keyStart = /^loupe_(?:test_)?([0-9A-Za-z]*)$/;
const storedPrefixLength = 8;

/**
 * Interprets the text of the search box. Uses only the first eight random characters of a pasted key, because the rest
 * of the key is secret and must not reach the database.
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
