import type { Member } from '../../core/identity/user';
import { CustomerOwnerView, memberView } from '../shared/dto/member.dto';
import { TimeField } from '../shared/fields/fields';
import { listOf } from '../shared/fields/page';

export class StaffView extends CustomerOwnerView {
  @TimeField({ nullable: true, description: 'null: enabled' })
  disabled_at: string | null;
}

/** Oldest first. */
export class StaffList extends listOf(StaffView) {}

export function staffView(member: Member): StaffView {
  return { ...memberView(member), disabled_at: member.disabledAt?.toISOString() ?? null };
}
