import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type EmailMessage, Mail } from '../../core/identity/mail';
import type { LinkPurpose } from '../../core/identity/password-links.repository';
import type { Credentials } from '../../core/identity/user';
import { type IssuedLink, linkAddress, UserInvitations } from '../../core/identity/user-invitations';
import { UsersRepository } from '../../core/identity/users.repository';
import { Problem } from '../../platform/http/problem';
import { actorOf, type SignedIn } from '../access/signed-in';
import type {
  CreateCustomerBody,
  IssuedPasswordLinkView,
  LinkDelivery,
  NewCustomerView,
  PasswordLinkOptions,
} from './customers.dto';

@Injectable()
export class InvitationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly invitations: UserInvitations,
    private readonly users: UsersRepository,
    private readonly mail: Mail,
  ) {}

  /** @throws {Problem} `conflict` when the address is taken, `unprocessable_entity` for a weak password. */
  async create(staff: SignedIn, body: CreateCustomerBody): Promise<NewCustomerView> {
    const { name, owner_email: ownerEmail, owner_password: ownerPassword } = body;
    const { accountId, owner } = await this.dataSource.transaction((db) =>
      this.invitations.createAccount(db, actorOf(staff), { name, ownerEmail, ownerPassword }),
    );
    const { user, link } = owner!;
    const created = { id: `${accountId}`, name, owner: { id: `${user.id}`, email: user.email } };
    if (!link) return created;
    const { delivery, url } = await this.deliver(staff, user.email, link);
    return { ...created, invitation_delivery: delivery, ...(url !== undefined && { invitation_url: url }) };
  }

  /** @throws {Problem} `not_found` unless the user is an owner: support must not reset each other's passwords. */
  async issuePasswordLink(
    staff: SignedIn,
    userId: number,
    { reset_second_factor: resetsSecondFactor = false }: PasswordLinkOptions,
  ): Promise<IssuedPasswordLinkView> {
    const owner = await this.findOwner(userId);
    const link = await this.dataSource.transaction((db) =>
      this.invitations.issueLink(db, actorOf(staff), owner, resetsSecondFactor),
    );
    const delivered = await this.deliver(staff, owner.email, link);
    return {
      ...delivered,
      purpose: link.purpose,
      email: owner.email,
      expires_at: link.expiresAt.toISOString(),
    };
  }

  private async findOwner(userId: number): Promise<Credentials> {
    const user = await this.users.find(this.dataSource, userId);
    if (user?.role !== 'owner') throw new Problem('not_found', 'There is no such owner.');
    return user;
  }

  /** By email where that is possible: then support cannot open the link itself. */
  private async deliver(
    staff: SignedIn,
    email: string,
    link: IssuedLink,
  ): Promise<{ delivery: LinkDelivery; url?: string }> {
    const url = linkAddress(staff.publicUrl, link);
    if (!this.mail.isConfigured) return { delivery: 'shown', url };
    const sent = await this.mail.send(passwordLinkEmail(email, link.purpose, url, link.expiresAt));
    return { delivery: sent ? 'emailed' : 'email_failed' };
  }
}

const emails: Record<LinkPurpose, { subject: string; sentence: string }> = {
  invitation: {
    subject: 'Your Loupe account',
    sentence: 'An account has been created for you. Choose a password here:',
  },
  reset: { subject: 'Reset your Loupe password', sentence: 'Choose a new password here:' },
};

function passwordLinkEmail(to: string, purpose: LinkPurpose, url: string, expiresAt: Date): EmailMessage {
  const { subject, sentence } = emails[purpose];
  const until = expiresAt.toISOString().slice(0, 16).replace('T', ' ');
  return { to, subject, text: `${sentence}\n\n${url}\n\nThe link works once, until ${until} UTC.\n` };
}
