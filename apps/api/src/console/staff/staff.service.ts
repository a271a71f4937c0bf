import { Injectable } from '@nestjs/common';
import { Staff } from '../../core/identity/staff';
import type { Member } from '../../core/identity/user';
import { Problem } from '../../platform/problem';
import { actorOf, type SignedIn } from '../access/signed-in';
import { TimeField } from '../fields/fields';
import { maxRows, type PageQuery, pageOf } from '../fields/page';
import { MemberView, memberView } from '../fields/views';
import { readPageById } from '../http/ids';

export class StaffView extends MemberView {
  @TimeField({ nullable: true, description: 'null: enabled' }) disabled_at: string | null;
}

export class StaffList extends pageOf(StaffView) {}

/** Throws the problems of {@link Staff}. */
@Injectable()
export class StaffService {
  constructor(private readonly staff: Staff) {}

  list(query: PageQuery): Promise<StaffList> {
    const page = { limit: maxRows, ...query };
    return readPageById(page, (afterId = 0, limit) => this.staff.list(afterId, limit), staffView);
  }

  /** Staff cannot disable themselves, so one enabled user always remains. @throws {Problem} `conflict` for the caller */
  async disable(caller: SignedIn, userId: number, note?: string): Promise<StaffView> {
    if (userId === caller.id)
      throw new Problem('conflict', 'You can’t disable yourself. Ask another support user to do it.');
    return staffView(await this.staff.change({ userId, disabled: true, note, actor: actorOf(caller) }));
  }

  async enable(caller: SignedIn, userId: number, note?: string): Promise<StaffView> {
    return staffView(await this.staff.change({ userId, disabled: false, note, actor: actorOf(caller) }));
  }
}

function staffView(member: Member): StaffView {
  return { ...memberView(member), disabled_at: member.disabledAt?.toISOString() ?? null };
}
