import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LinkDelivery } from '../../core/identity/link-delivery';
import type { Credentials } from '../../core/identity/user';
import { UserInvitations } from '../../core/identity/user-invitations';
import { UsersRepository } from '../../core/identity/users.repository';
import { Problem } from '../../platform/problem';
import { actorOf, type SignedIn } from '../access/signed-in';
import type { CreateCustomerBody, IssuedPasswordLinkView, NewCustomerView, PasswordLinkOptions } from './customers.dto';

@Injectable()
export class InvitationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly invitations: UserInvitations,
    private readonly users: UsersRepository,
    private readonly delivery: LinkDelivery,
  ) {}

  /** @throws {Problem} as {@link UserInvitations.createAccount}. */
  async create(staff: SignedIn, body: CreateCustomerBody): Promise<NewCustomerView> {
    const { name, owner_email: ownerEmail, owner_password: ownerPassword } = body;
    const { accountId, owner } = await this.dataSource.transaction((db) =>
      this.invitations.createAccount(db, actorOf(staff), { name, ownerEmail, ownerPassword }),
    );
    const { user, link } = owner!;
    const created = { id: `${accountId}`, name, owner: { id: `${user.id}`, email: user.email } };
    if (!link) return created;
    const { delivery, url } = await this.delivery.deliver(staff.publicUrl, user.email, link);
    return { ...created, invitation_delivery: delivery, ...(url !== undefined && { invitation_url: url }) };
  }

  /** @throws {Problem} `not_found` unless the user is a member of an account: support users must not reset each other's passwords. */
  async issuePasswordLink(
    staff: SignedIn,
    userId: number,
    { reset_second_factor: resetsSecondFactor = false }: PasswordLinkOptions,
  ): Promise<IssuedPasswordLinkView> {
    const member = await this.findMember(userId);
    const link = await this.dataSource.transaction((db) =>
      this.invitations.issueLink(db, actorOf(staff), member, resetsSecondFactor),
    );
    const delivered = await this.delivery.deliver(staff.publicUrl, member.email, link);
    return {
      ...delivered,
      purpose: link.purpose,
      email: member.email,
      expires_at: link.expiresAt.toISOString(),
    };
  }

  private async findMember(userId: number): Promise<Credentials> {
    const user = await this.users.find(this.dataSource, userId);
    if (!user || user.role === 'support') throw new Problem('not_found', 'There is no such member.');
    return user;
  }
}
