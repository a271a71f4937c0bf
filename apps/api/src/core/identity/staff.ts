import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { noSuch } from '../../platform/problem';
import { PasswordLinksRepository } from './password-links.repository';
import { sessionEnded } from './sessions';
import { SessionsRepository } from './sessions.repository';
import { type Member, userTarget } from './user';
import { UsersRepository } from './users.repository';

export interface StaffChange {
  readonly userId: number;
  readonly disabled: boolean;
  readonly note?: string | undefined;
  readonly actor: Actor;
}

/** The support users. */
@Injectable()
export class Staff {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly links: PasswordLinksRepository,
  ) {}

  /** Oldest first. @param afterId the last one of the previous page; 0 for the first page */
  list(afterId: number, limit: number): Promise<Member[]> {
    return this.users.listStaff(this.dataSource, afterId, limit);
  }

  /**
   * Disables or enables a support user and ends their sessions. Repeating a change has no effect.
   * @param change its actor is an enabled support user, or the operator
   * @throws {Problem} `not_found` unless the user is in support; `unauthorized` when the actor has been disabled
   */
  change({ userId, disabled, note, actor }: StaffChange): Promise<Member> {
    return this.dataSource.transaction(async (db) => {
      const members = await this.users.lockStaff(db);
      const isActor = ({ id, disabledAt }: Member) => id === actor.userId && disabledAt === null;
      if (actor.userId !== null && !members.some(isActor)) throw sessionEnded();
      const member = memberOf(members, userId);
      if ((member.disabledAt !== null) === disabled) return member;
      await this.users.setDisabled(db, userId, disabled);
      await this.sessions.deleteAll(db, userId);
      await this.links.deleteOf(db, userId);
      const action = disabled ? 'user.disable' : 'user.enable';
      await recordAudit(db, { actor, action, ...userTarget(member), detail: { email: member.email, note } });
      return memberOf(await this.users.lockStaff(db), userId);
    });
  }
}

function memberOf(members: readonly Member[], userId: number): Member {
  const member = members.find(({ id }) => id === userId);
  if (!member) throw noSuch('support user');
  return member;
}
