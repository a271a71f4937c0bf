import type { Member } from '../../../core/identity/user';
import { BooleanField, EmailField, IdField, TimeField } from '../fields/fields';

export class OwnerName {
  @IdField()
  id: string;

  @EmailField()
  email: string;
}

/** A user as support sees them, owners and staff alike. */
export class CustomerOwnerView extends OwnerName {
  @BooleanField({ description: 'false: the invitation has not been accepted yet' })
  has_password: boolean;

  @BooleanField()
  second_factor_enabled: boolean;

  @TimeField({ nullable: true })
  last_seen_at: string | null;

  @TimeField()
  created_at: string;
}

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
