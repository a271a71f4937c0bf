import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PasswordLinksRepository } from '../../core/identity/password-links.repository';
import { sessionEnded } from '../../core/identity/sessions';
import { SessionsRepository } from '../../core/identity/sessions.repository';
import { type Member, userTarget } from '../../core/identity/user';
import { UsersRepository } from '../../core/identity/users.repository';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { Problem } from '../../platform/problem';
import { actorOf, type SignedIn } from '../access/signed-in';
import { TimeField } from '../fields/fields';
import { maxRows, type PageQuery, pageOf, readPage } from '../fields/page';
import { MemberView, memberView } from '../fields/views';
import { idOf, isId } from '../http/ids';

export class StaffView extends MemberView {
  @TimeField({ nullable: true, description: 'null: enabled' }) disabled_at: string | null;
}

export class StaffList extends pageOf(StaffView) {}

@Injectable()
export class StaffService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly links: PasswordLinksRepository,
  ) {}

  list(query: PageQuery): Promise<StaffList> {
    return readPage(
      { limit: maxRows, ...query },
      {
        read: (afterId, limit) => this.users.listStaff(this.dataSource, idOf(afterId) ?? 0, limit),
        keyOf: ({ id }) => `${id}`,
        show: staffView,
        isKey: isId,
      },
    );
  }

  /** @throws {Problem} as {@link enable}; `conflict` when the user is the caller */
  disable(staff: SignedIn, userId: number, note?: string): Promise<StaffView> {
    if (userId === staff.id)
      throw new Problem('conflict', 'You can’t disable yourself. Ask another support user to do it.');
    return this.change(staff, userId, { disabled: true, note });
  }

  /** @throws {Problem} `not_found` unless the user is in support; `unauthorized` when the caller has been disabled */
  enable(staff: SignedIn, userId: number, note?: string): Promise<StaffView> {
    return this.change(staff, userId, { disabled: false, note });
  }

  /** Staff cannot disable themselves, so one enabled user always remains. Repeating a change has no effect. */
  private change(
    staff: SignedIn,
    userId: number,
    { disabled, note }: { disabled: boolean; note: string | undefined },
  ): Promise<StaffView> {
    return this.dataSource.transaction(async (db) => {
      const members = await this.users.lockStaff(db);
      if (!members.some(({ id, disabledAt }) => id === staff.id && disabledAt === null)) throw sessionEnded();
      const member = memberOf(members, userId);
      if ((member.disabledAt !== null) === disabled) return staffView(member);
      await this.users.setDisabled(db, userId, disabled);
      await this.sessions.deleteAll(db, userId);
      await this.links.deleteOf(db, userId);
      const action = disabled ? 'user.disable' : 'user.enable';
      const detail = { email: member.email, note };
      await recordAudit(db, { actor: actorOf(staff), action, ...userTarget(member), detail });
      return staffView(memberOf(await this.users.lockStaff(db), userId));
    });
  }
}

function memberOf(members: readonly Member[], userId: number): Member {
  const member = members.find(({ id }) => id === userId);
  if (!member) throw new Problem('not_found', 'There is no such support user.');
  return member;
}

function staffView(member: Member): StaffView {
  return { ...memberView(member), disabled_at: member.disabledAt?.toISOString() ?? null };
}
