import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../platform/audit/audit-log.repository';
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
      const link = await this.consume(db, token, address);
      await this.usersRepository.setPassword(db, userId, passwordHash);
      return { ...link, user: (await this.usersRepository.find(db, userId))! };
    });
    return accepted.catch((error) => {
      throw sqlState(error) === sqlStates.uniqueViolation ? new Problem('conflict', addressTaken) : error;
    });
  }

  /**
   * Uses up a link in a transaction that has locked its user. Ends all sessions of the user: whoever has a lost device may be signed in.
   * @throws {Problem} `not_found` as in {@link inspect}
   */
  async consume(db: EntityManager, token: string, address: string): Promise<PasswordLink> {
    const link = await this.find(db, token);
    const { userId, email, accountId, purpose, resetsSecondFactor } = link;
    if (!(await this.links.take(db, secretTokenHash(token)))) throw invalidLink();
    if (resetsSecondFactor) await this.secondFactors.deleteAll(db, userId);
    await this.sessions.deleteAll(db, userId);
    const actor = { userId, label: email, address };
    const detail = { purpose, reset_second_factor: resetsSecondFactor };
    const target = userTarget({ id: userId, accountId });
    await recordAudit(db, { actor, action: 'user.accept_password_link', ...target, detail });
    return link;
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
}

const addressTaken =
  'A Loupe user already has this email address, and a user can belong to only one account. Ask an owner of the other account to remove you, then use this link.';

export const invalidLink = () =>
  new Problem('not_found', 'This link is invalid, has expired or has already been used. Ask support for a new one.');
