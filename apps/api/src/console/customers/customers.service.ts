import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { UsersRepository } from '../../core/identity/users.repository';
import { type AuditEntry, AuditLogRepository, recordAudit } from '../../platform/audit/audit-log.repository';
import type { CustomerNote } from '../../platform/database/entities/accounts';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { noSuch } from '../../platform/problem';
import { actorOf, type SignedIn } from '../access/signed-in';
import { firstItems } from '../fields/page';
import { accountView, memberView } from '../fields/views';
import { CustomerNotesRepository } from './customer-notes.repository';
import type { CustomerDetailView, CustomerNoteView, SuspensionView } from './customers.dto';

/** With the owners, the answer stays below 100 KB. */
const maxNoteBytes = 50_000;

@Injectable()
export class CustomersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly users: UsersRepository,
    private readonly notes: CustomerNotesRepository,
    private readonly auditLog: AuditLogRepository,
    private readonly changes: IdempotentChanges,
  ) {}

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
      notes: firstItems((await this.notes.list(this.dataSource, accountId)).map(noteView), { bytes: maxNoteBytes }),
      owners: owners.map(memberView),
    };
  }

  addNote(change: RequestedChange, accountId: number, user: SignedIn, text: string): Promise<CustomerNoteView> {
    return this.changes.once(change, async (db) => {
      await this.accounts.read(db, accountId);
      const note = await this.notes.insert(db, accountId, user.email, text);
      await recordAudit(db, { actor: actorOf(user), action: 'note.create', ...targetOf(note), detail: { text } });
      return noteView(note);
    });
  }

  /** @throws {Problem} `not_found`. */
  removeNote(accountId: number, user: SignedIn, noteId: number): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      const text = await this.notes.remove(db, accountId, noteId);
      if (text === undefined) throw noSuch('note');
      const target = targetOf({ id: noteId, accountId });
      await recordAudit(db, { actor: actorOf(user), action: 'note.remove', ...target, detail: { text } });
    });
  }
}

function suspensionView({ at, actor, detail }: AuditEntry): SuspensionView {
  return { at: at.toISOString(), by: actor.label, reason: typeof detail.note === 'string' ? detail.note : null };
}

function noteView({ id, author, text, createdAt }: CustomerNote): CustomerNoteView {
  return { id: `${id}`, author, text, created_at: createdAt.toISOString() };
}

const targetOf = ({ id, accountId }: Pick<CustomerNote, 'id' | 'accountId'>) => ({
  accountId,
  targetType: 'note',
  targetId: `${id}`,
});
