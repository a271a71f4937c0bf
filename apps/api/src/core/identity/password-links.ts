import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { ENV, type Env } from '../../platform/config/env';
import type { EntityDb } from '../../platform/database/db';
import { sqlState, sqlStates } from '../../platform/database/failures';
import { Problem } from '../../platform/problem';
import { type PasswordLink, PasswordLinksRepository } from './password-links.repository';
import { SecondFactorsRepository } from './second-factors.repository';
import { secretTokenHash } from './secret-token';
import { SessionsRepository } from './sessions.repository';
import { passwordsOff } from './sign-in-methods.repository';
import { type Credentials, userTarget } from './user';
import { Users } from './users';
import { UsersRepository } from './users.repository';

/** One-time links with which a user sets a password, to accept an invitation or complete a reset. */
@Injectable()
export class PasswordLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: Users,
    private readonly usersRepository: UsersRepository,
    private readonly links: PasswordLinksRepository,
    private readonly secondFactors: SecondFactorsRepository,
    private readonly sessions: SessionsRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'PASSWORD_SIGN_IN' | 'OIDC_NAME'>,
  ) {}

  /** @throws {Problem} `not_found` when the link is unknown, used, replaced or expired, or its user is disabled. */
  inspect(token: string): Promise<PasswordLink> {
    return this.find(this.dataSource, token);
  }

  /**
   * Sets the password and ends every session of the user. The link still works after any problem but `not_found`.
   * @throws {Problem} `not_found` as in {@link inspect}; `unprocessable_entity` for a weak password; `conflict` when
   *   another user has the email address; `forbidden` when passwords are off; `service_unavailable` when the hasher is busy.
   */
  async accept(
    token: string,
    password: string,
    address: string,
  ): Promise<PasswordLink & { readonly user: Credentials }> {
    const { userId, email } = await this.inspectPasswordLink(token);
    const passwordHash = await this.users.hashChosen(password, email, 'password');
    const accepted = this.dataSource.transaction(async (db) => {
      await this.usersRepository.lock(db, userId);
      const link = await this.find(db, token);
      if (!(await this.links.take(db, secretTokenHash(token)))) throw invalidLink();
      await this.usersRepository.setPassword(db, userId, passwordHash);
      if (link.resetsSecondFactor) await this.secondFactors.deleteAll(db, link.userId);
      await this.sessions.deleteAll(db, link.userId);
      await this.record(db, link, { userId: link.userId, label: link.email, address });
      return { ...link, user: (await this.usersRepository.find(db, userId))! };
    });
    return accepted.catch((error) => {
      throw sqlState(error) === sqlStates.uniqueViolation ? new Problem('conflict', addressTaken) : error;
    });
  }

  private async inspectPasswordLink(token: string): Promise<PasswordLink> {
    const link = await this.inspect(token);
    if (link.purpose === 'sign_in') throw invalidLink();
    if (!this.env.PASSWORD_SIGN_IN) throw passwordsOff(this.env);
    return link;
  }

  private async find(db: EntityDb, token: string): Promise<PasswordLink> {
    const link = await this.links.find(db, secretTokenHash(token));
    if (!link) throw invalidLink();
    return link;
  }

  private record(db: EntityDb, { userId, accountId, ...link }: PasswordLink, actor: Actor): Promise<void> {
    const detail = { purpose: link.purpose, reset_second_factor: link.resetsSecondFactor };
    const target = userTarget({ id: userId, accountId });
    return recordAudit(db, { actor, action: 'user.accept_password_link', ...target, detail });
  }
}

const addressTaken =
  'A Loupe user already has this email address, and a user can belong to only one account. Ask an owner of the other account to remove you, then use this link.';

export const invalidLink = () =>
  new Problem('not_found', 'This link is invalid, has expired or has already been used. Ask support for a new one.');
