import type { Member } from '../../../core/identity/user';
import type { CustomerOwnerView } from '../../customers/customers.dto';

/** What staff is shown of somebody who signs in. */
export function memberView(member: Member): CustomerOwnerView {
  return {
    id: `${member.id}`,
    email: member.email,
    has_password: member.hasPassword,
    second_factor_enabled: member.secondFactorEnabled,
    last_seen_at: member.lastSeenAt?.toISOString() ?? null,
    created_at: member.createdAt.toISOString(),
  };
}
