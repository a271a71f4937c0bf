import type { DataSource, EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { Problem } from '../../platform/http/problem';
import { type LinkPurpose, type PasswordLink, PasswordLinksRepository } from './password-links.repository';
import { SecondFactorsRepository } from './second-factors.repository';
import { newSecretToken, secretTokenHash } from './secret-token';
import { SessionsRepository } from './sessions.repository';
import type { Users } from './users';
import { UsersRepository } from './users.repository';

const validHours: Record<LinkPurpose, number> = { invitation: 7 * 24, reset: 24 };

/** A link just made: its token is kept nowhere. */
export interface IssuedLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** One-time links with which users set a password: an invitation, or a reset. */
export class PasswordLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: Users,
  ) {}

  /** Makes a link in the caller's transaction; the user's last one stops working. */
  async issue(
    db: EntityManager,
    link: { userId: number; purpose: LinkPurpose; resetsSecondFactor: boolean },
  ): Promise<IssuedLink> {
    const token = newSecretToken();
    const hours = validHours[link.purpose];
    const row = { ...link, tokenHash: secretTokenHash(token), hours };
    return { token, expiresAt: await new PasswordLinksRepository(db).replace(row) };
  }

  /** @throws {Problem} `not_found` when the link was used, has expired, or never was. */
  inspect(token: string): Promise<PasswordLink> {
    return this.find(this.dataSource.manager, token);
  }

  /**
   * Sets the password with a link, and ends every session of the user.
   * @throws {Problem} `not_found` as above, `unprocessable_entity` for a poor password, which leaves the link good.
   */
  async accept(token: string, password: string, address: string): Promise<PasswordLink> {
    const { email } = await this.inspect(token);
    const passwordHash = await this.users.hashChosen(password, email, 'password');
    return this.dataSource.transaction(async (db) => {
      const link = await this.find(db, token);
      if (!(await new PasswordLinksRepository(db).take(secretTokenHash(token)))) throw usedUp();
      await new UsersRepository(db).setPassword(link.userId, passwordHash);
      if (link.resetsSecondFactor) await new SecondFactorsRepository(db).delete(link.userId);
      await new SessionsRepository(db).deleteAll(link.userId);
      await this.record(db, link, { userId: link.userId, label: link.email, address });
      return link;
    });
  }

  private async find(db: EntityManager, token: string): Promise<PasswordLink> {
    const link = await new PasswordLinksRepository(db).find(secretTokenHash(token));
    if (!link) throw usedUp();
    return link;
  }

  private record(db: EntityManager, { userId, accountId, ...link }: PasswordLink, actor: Actor): Promise<void> {
    const detail = { purpose: link.purpose, reset_second_factor: link.resetsSecondFactor };
    const target = { accountId, targetType: 'user', targetId: `${userId}` };
    return recordAudit(db, { actor, action: 'user.accept_password_link', ...target, detail });
  }
}

const usedUp = () =>
  new Problem('not_found', 'This link has been used, has expired, or never was. Ask support for a new one.');
