import { type DeliveredLink, linkDeliveries } from '../../core/identity/link-delivery';
import { type Member, type MemberRole, memberRoles } from '../../core/identity/user';
import { ChoiceField, EmailField, type Seen, SeenField } from '../fields/fields';
import { listOf } from '../fields/page';
import { ResponseObject, ResponseText } from '../fields/response-fields';
import { MemberView, memberView } from '../fields/views';

const roleDescription =
  'owner: may do everything. developer: manages keys, webhooks and playground, but not spending caps, members or the balance. viewer: may only read';

export class MemberRoleBody {
  @ChoiceField(memberRoles, { description: roleDescription }) role: MemberRole;
}

export class ChangeRoleBody extends MemberRoleBody {
  @SeenField() seen?: Seen;
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
      'emailed: the link was emailed to the member. email_failed: the email could not be sent; create another link. shown: the response contains the link; pass it on',
  })
  invitation_delivery: DeliveredLink['delivery'];

  @ResponseText({ optional: true, description: 'One-time link, only if no mail server is configured' })
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
