import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordAudit } from '../../audit/audit-log';
import { Problem } from '../../http/problem';
import { actorOf, type SignedIn, userTarget } from '../access/signed-in';
import { Mail } from '../identity/mail';
import { type IssuedLink, PasswordLinks } from '../identity/password-links';
import type { LinkPurpose } from '../identity/password-links.repository';
import type { Credentials } from '../identity/user';
import { Users } from '../identity/users';
import { UsersRepository } from '../identity/users.repository';
import type { IssuedPasswordLinkView } from '../security/password.dto';
import type { CreateCustomerBody, NewCustomerView, PasswordLinkOptions } from './customers.dto';
import { passwordLinkLetter } from './password-link-letter';

/** Lets customers in: accounts with their owners, and the links with which those set their passwords. */
@Injectable()
export class NewCustomersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: Users,
    private readonly links: PasswordLinks,
    private readonly mail: Mail,
  ) {}

  /** @throws {Problem} `conflict` when the address is taken, `unprocessable_entity` for a poor password. */
  async create(staff: SignedIn, body: CreateCustomerBody): Promise<NewCustomerView> {
    const { name, owner_email: email, owner_password: password } = body;
    const { id, owner, link } = await this.dataSource.transaction(async (db) => {
      const accountId = await this.users.createAccount(db, name);
      const user = await this.users.create(db, { email, password, role: 'owner', accountId }, 'owner_');
      const target = { accountId, targetType: 'account', targetId: `${accountId}` };
      const detail = { name, owner_email: user.email };
      await recordAudit(db, { actor: actorOf(staff), action: 'account.create', ...target, detail });
      const invitation = { userId: user.id, purpose: 'invitation', resetsSecondFactor: false } as const;
      return { id: accountId, owner: user, link: password === undefined && (await this.links.issue(db, invitation)) };
    });
    const created = { id: `${id}`, name, owner: { id: `${owner.id}`, email: owner.email } };
    return link ? { ...created, invitation_url: this.send(staff, owner.email, 'invitation', link) } : created;
  }

  /** @throws {Problem} `not_found` unless the user is an owner: nobody of support opens another's door. */
  async issuePasswordLink(
    staff: SignedIn,
    userId: number,
    { reset_second_factor: resetsSecondFactor = false }: PasswordLinkOptions,
  ): Promise<IssuedPasswordLinkView> {
    const owner = await this.findOwner(userId);
    const purpose = owner.passwordHash === null ? 'invitation' : 'reset';
    const link = await this.dataSource.transaction(async (db) => {
      const detail = { purpose, email: owner.email, reset_second_factor: resetsSecondFactor };
      await recordAudit(db, {
        actor: actorOf(staff),
        action: 'user.issue_password_link',
        ...userTarget(owner),
        detail,
      });
      return this.links.issue(db, { userId, purpose, resetsSecondFactor });
    });
    const url = this.send(staff, owner.email, purpose, link);
    return { url, purpose, email: owner.email, expires_at: link.expiresAt.toISOString() };
  }

  private async findOwner(userId: number): Promise<Credentials> {
    const user = await new UsersRepository(this.dataSource.manager).find(userId);
    if (user?.role !== 'owner') throw new Problem('not_found', 'There is no such owner.');
    return user;
  }

  /** The link's address, once the letter with it is on its way. After `#`, so that no server's log holds the token. */
  private send(staff: SignedIn, email: string, purpose: LinkPurpose, link: IssuedLink): string {
    const url = `${staff.publicUrl}/dashboard/welcome#${link.token}`;
    // Not awaited: the staff member has the link, however slow the mail server is.
    void this.mail.send(passwordLinkLetter(email, purpose, url, link.expiresAt));
    return url;
  }
}
