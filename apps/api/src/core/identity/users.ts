import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem, parameterProblem } from '../../platform/problem';
import { emailAddressError } from './email-address';
import { PasswordHasher } from './password-hasher';
import { passwordError } from './password-policy';
import type { Role, User } from './user';
import { UsersRepository } from './users.repository';

export interface NewUser {
  readonly email: string;
  /** Without a password, the user needs a password link before the first sign-in. */
  readonly password?: string | undefined;
  readonly role: Role;
  /** The account of a member; null for support. */
  readonly accountId: number | null;
  /** Whether an owner of the account invites the user. Then the address is not reserved until the user accepts. */
  readonly isInvitedByOwner?: boolean;
}

/** Creates users, and hashes the passwords that they choose. */
@Injectable()
export class Users {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly repository: UsersRepository,
  ) {}

  /**
   * @param prefix precedes `email` and `password` in validation errors. @throws {Problem} `unprocessable_entity` for an
   *   invalid address or a weak password; `conflict` for a taken address; `service_unavailable` when the hasher is busy.
   */
  async create(db: EntityManager, user: NewUser, prefix = ''): Promise<User> {
    const { password, role, accountId, isInvitedByOwner = false } = user;
    const email = user.email.trim().toLowerCase();
    const message = emailAddressError(email);
    if (message !== undefined) throw parameterProblem('body', `${prefix}email`, message);
    if (isInvitedByOwner) {
      const invited = { email, role, accountId };
      return { ...invited, id: await this.repository.insertInvited(db, invited) };
    }
    const passwordHash = password === undefined ? null : await this.hashChosen(password, email, `${prefix}password`);
    const id = await this.repository.insert(db, { email, role, accountId, passwordHash });
    if (id === undefined) throw new Problem('conflict', 'A user with this email address already exists.');
    return { id, email, role, accountId };
  }

  /**
   * Hashes a password that a user has chosen.
   * @param parameter the name of the parameter, for the validation error.
   * @throws {Problem} `unprocessable_entity` for a weak password; `service_unavailable` when the hasher is busy.
   */
  async hashChosen(password: string, email: string, parameter: string): Promise<string> {
    const message = passwordError(password, email);
    if (message !== undefined) throw parameterProblem('body', parameter, message);
    return this.hasher.hash(password, email);
  }
}
