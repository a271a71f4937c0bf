import { Injectable } from '@nestjs/common';
import { LinkDelivery } from '../../core/identity/link-delivery';
import { type Credentials, isStaff } from '../../core/identity/user';
import { UserInvitations } from '../../core/identity/user-invitations';
import { UsersRepository } from '../../core/identity/users.repository';
import type { EntityDb } from '../../platform/database/db';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { noSuch } from '../../platform/problem';
import { actorOf, type SignedIn } from '../access/signed-in';
import type { CreateCustomerBody, IssuedPasswordLinkView, NewCustomerView, PasswordLinkOptions } from './customers.dto';

@Injectable()
export class InvitationsService {
  constructor(
    private readonly changes: IdempotentChanges,
    private readonly invitations: UserInvitations,
    private readonly users: UsersRepository,
    private readonly delivery: LinkDelivery,
  ) {}

  /** @throws {Problem} as {@link UserInvitations.createAccount}. */
  create(change: RequestedChange, staff: SignedIn, body: CreateCustomerBody): Promise<NewCustomerView> {
    const { name, owner_email: ownerEmail, owner_password: ownerPassword } = body;
    return this.changes.once(
      change,
      async (db) => {
        const account = { name, ownerEmail, ownerPassword };
        const { accountId, owner } = await this.invitations.createAccount(db, actorOf(staff), account);
        const { user, link } = owner!;
        return { created: { id: `${accountId}`, name, owner: { id: `${user.id}`, email: user.email } }, link };
      },
      async ({ created, link }): Promise<NewCustomerView> => {
        if (!link) return created;
        const { delivery, url } = await this.delivery.deliver(staff.publicUrl, created.owner.email, link);
        return { ...created, invitation_delivery: delivery, ...(url !== undefined && { invitation_url: url }) };
      },
    );
  }

  /** @throws {Problem} `not_found` unless the user is a member of an account: support users must not reset each other's passwords. */
  issuePasswordLink(
    change: RequestedChange,
    staff: SignedIn,
    userId: number,
    { reset_second_factor: resetsSecondFactor = false }: PasswordLinkOptions,
  ): Promise<IssuedPasswordLinkView> {
    return this.changes.once(
      change,
      async (db) => {
        const member = await this.findMember(db, userId);
        const link = await this.invitations.issueLink(db, actorOf(staff), member, resetsSecondFactor);
        return { email: member.email, link };
      },
      async ({ email, link }): Promise<IssuedPasswordLinkView> => {
        const delivered = await this.delivery.deliver(staff.publicUrl, email, link);
        return { ...delivered, purpose: link.purpose, email, expires_at: link.expiresAt };
      },
    );
  }

  private async findMember(db: EntityDb, userId: number): Promise<Credentials> {
    const user = await this.users.find(db, userId);
    if (!user || isStaff(user)) throw noSuch('member');
    return user;
  }
}
