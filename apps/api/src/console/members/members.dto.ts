import { type DeliveredLink, linkDeliveries } from '../../core/identity/link-delivery';
import { type Member, type MemberRole, memberRoles } from '../../core/identity/user';
import { ChoiceField, EmailField } from '../fields/fields';
import { listOf } from '../fields/page';
import { ResponseObject, ResponseText } from '../fields/response-fields';
import { MemberView, memberView } from '../fields/views';

const roleDescription =
  'owner: everything. developer: keys, webhook and playground, but neither spending caps nor members nor what concerns the balance. viewer: reads all and changes nothing';

export class MemberRoleBody {
  @ChoiceField(memberRoles, { description: roleDescription }) role: MemberRole;
}

export class InviteMemberBody extends MemberRoleBody {
  @EmailField() email: string;
}

export class AccountMemberView extends MemberView {
  @ChoiceField(memberRoles) role: MemberRole;
}

export class AccountMemberList extends listOf(AccountMemberView) {}

export class InvitationView {
  @ResponseText() email: string;

  @ChoiceField(linkDeliveries, {
    description:
      'emailed: only the member has the link. email_failed: nobody has it; create another. shown: the response holds it, to be passed on',
  })
  invitation_delivery: DeliveredLink['delivery'];

  @ResponseText({ optional: true, description: 'One-time link, only where no mail server is configured' })
  invitation_url?: string;
}

export class NewMemberView extends InvitationView {
  @ResponseObject(AccountMemberView) member: AccountMemberView;
}

export const accountMemberView = (member: Member): AccountMemberView => ({
  ...memberView(member),
  role: member.role as MemberRole,
});

export const invitationView = (email: string, { delivery, url }: DeliveredLink): InvitationView => ({
  email,
  invitation_delivery: delivery,
  ...(url !== undefined && { invitation_url: url }),
});
