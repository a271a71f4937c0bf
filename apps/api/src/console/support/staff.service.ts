import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MembersRepository } from '../../core/identity/members.repository';
import { PasswordLinksRepository } from '../../core/identity/password-links.repository';
import { SessionsRepository } from '../../core/identity/sessions.repository';
import type { Member } from '../../core/identity/user';
import { userTarget } from '../../core/identity/user';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { Problem } from '../../platform/http/problem';
import { actorOf, type SignedIn } from '../shared/access/signed-in';
import { memberView } from './member-view';
import type { StaffList, StaffView } from './staff.dto';

/** Who of support can sign in. New people come by the operator's command. */
@Injectable()
export class StaffService {
  constructor(private readonly dataSource: DataSource) {}

  async list(): Promise<StaffList> {
    return { items: (await new MembersRepository(this.dataSource.manager).staff()).map(staffView) };
  }

  /** @throws {Problem} `not_found` unless the user is of support, `conflict` for oneself. */
  disable(staff: SignedIn, userId: number, note?: string): Promise<StaffView> {
    if (userId === staff.id)
      throw new Problem('conflict', 'Nobody can disable themselves: ask somebody else of support.');
    return this.change(staff, userId, { disabled: true, note });
  }

  /** @throws {Problem} `not_found` unless the user is of support. */
  enable(staff: SignedIn, userId: number, note?: string): Promise<StaffView> {
    return this.change(staff, userId, { disabled: false, note });
  }

  /** Whoever changes others is enabled and stays so: there is always somebody left. A repeat changes nothing. */
  private change(
    staff: SignedIn,
    userId: number,
    { disabled, note }: { disabled: boolean; note: string | undefined },
  ): Promise<StaffView> {
    return this.dataSource.transaction(async (db) => {
      const repository = new MembersRepository(db);
      const members = await repository.lockedStaff();
      if (!members.some(({ id, disabledAt }) => id === staff.id && disabledAt === null))
        throw new Problem('unauthorized', 'You are not signed in, or the session is over.');
      const member = memberOf(members, userId);
      if ((member.disabledAt !== null) === disabled) return staffView(member);
      await repository.setDisabled(userId, disabled);
      await new SessionsRepository(db).deleteAll(userId);
      await new PasswordLinksRepository(db).deleteOf(userId);
      const action = disabled ? 'user.disable' : 'user.enable';
      const detail = { email: member.email, note };
      await recordAudit(db, { actor: actorOf(staff), action, ...userTarget(member), detail });
      return staffView(memberOf(await repository.staff(), userId));
    });
  }
}

function memberOf(members: readonly Member[], userId: number): Member {
  const member = members.find(({ id }) => id === userId);
  if (!member) throw new Problem('not_found', 'There is nobody of support with this id.');
  return member;
}

const staffView = (member: Member): StaffView => ({
  ...memberView(member),
  disabled_at: member.disabledAt?.toISOString() ?? null,
});
