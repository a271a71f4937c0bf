import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { LedgerRepository } from '../../core/billing/ledger.repository';
import { UsersRepository } from '../../core/identity/users.repository';
import { RequestLogRepository } from '../../core/usage/request-log.repository';
import { isRequestId } from '../../core/usage/usage-record';
import { UsageTotals } from '../../core/usage/usage-totals';
import { type AuditEntry, AuditLogRepository, recordAudit } from '../../platform/audit/audit-log.repository';
import { Problem } from '../../platform/http/problem';
import { actorOf, type SignedIn } from '../access/signed-in';
import { readPage } from '../fields/page';
import { accountView, memberView } from '../fields/views';
import { idOf, isId } from '../http/ids';
import { CustomerActivityRepository } from './customer-activity.repository';
import { type CustomerNote, CustomerNotesRepository } from './customer-notes.repository';
import {
  type CustomerDetailView,
  type CustomerNoteView,
  type CustomerPage,
  type CustomerQuery,
  customerView,
  type SuspensionView,
} from './customers.dto';
import { type Customer, type CustomerSearch, CustomersRepository, type FoundCustomer } from './customers.repository';

@Injectable()
export class CustomersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly customers: CustomersRepository,
    private readonly accounts: AccountsRepository,
    private readonly requests: RequestLogRepository,
    private readonly ledger: LedgerRepository,
    private readonly users: UsersRepository,
    private readonly activity: CustomerActivityRepository,
    private readonly notes: CustomerNotesRepository,
    private readonly auditLog: AuditLogRepository,
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
    if (!search && sort !== 'newest') return this.firstOf(await read(undefined, query.limit ?? maxSorted));
    return readPage(query, {
      read: (beforeId, limit) => read(idOf(beforeId), limit),
      keyOf: ({ id }) => `${id}`,
      show: customerView,
      isKey: isId,
    });
  }

  /** @throws {Problem} `not_found`. */
  async read(accountId: number): Promise<CustomerDetailView> {
    const account = await this.accounts.read(this.dataSource, accountId);
    const owners = await this.users.listOwners(this.dataSource, accountId);
    const [suspended] =
      account.status === 'active'
        ? []
        : await this.auditLog.list(this.dataSource, { accountId, action: 'account.suspend' }, 1);
    return {
      ...accountView(account),
      suspension: suspended ? suspensionView(suspended) : null,
      notes: (await this.notes.list(this.dataSource, accountId)).map(noteView),
      owners: owners.map(memberView),
    };
  }

  addNote(accountId: number, user: SignedIn, text: string): Promise<CustomerNoteView> {
    return this.dataSource.transaction(async (db) => {
      await this.accounts.read(db, accountId);
      const note = await this.notes.insert(db, accountId, user.email, text);
      await recordAudit(db, { actor: actorOf(user), action: 'note.create', ...targetOf(note), detail: { text } });
      return noteView(note);
    });
  }

  /** @throws {Problem} `not_found`. */
  removeNote(accountId: number, user: SignedIn, noteId: number): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      const note = await this.notes.remove(db, accountId, noteId);
      if (!note) throw new Problem('not_found', 'There is no such note.');
      await recordAudit(db, {
        actor: actorOf(user),
        action: 'note.remove',
        ...targetOf(note),
        detail: { text: note.text },
      });
    });
  }

  private async withActivity(found: readonly FoundCustomer[]): Promise<Customer[]> {
    const ids = found.map(({ id }) => id);
    const activity = await this.activity.find(this.dataSource, ids);
    return found.map((customer) => ({ ...customer, activity: activity.get(customer.id)! }));
  }

  private firstOf(customers: readonly Customer[]): CustomerPage {
    return { items: customers.map(customerView), next_cursor: null, has_more: false };
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
    const page = this.firstOf(await this.withActivity(found));
    return { ...page, items: page.items.map((customer) => ({ ...customer, match })) };
  }
}

const maxSorted = 200;

function suspensionView({ at, actor, detail }: AuditEntry): SuspensionView {
  return { at: at.toISOString(), by: actor.label, reason: typeof detail.note === 'string' ? detail.note : null };
}

function noteView({ id, author, text, createdAt }: CustomerNote): CustomerNoteView {
  return { id: `${id}`, author, text, created_at: createdAt.toISOString() };
}

const targetOf = ({ id, accountId }: CustomerNote) => ({ accountId, targetType: 'note', targetId: `${id}` });

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
