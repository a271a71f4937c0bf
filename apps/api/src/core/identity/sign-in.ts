import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { Problem } from '../../platform/http/problem';
import { PasswordHasher } from './password-hasher';
import { SecondFactors } from './second-factors';
import { SignInAttempts } from './sign-in-attempts';
import type { Credentials, User } from './user';
import { UsersRepository } from './users.repository';

export interface SignInRequest {
  /** In lower case. */
  readonly email: string;
  readonly password: string;
  readonly secondFactor: string | undefined;
  readonly address: string;
}

@Injectable()
export class SignIn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly secondFactors: SecondFactors,
    private readonly attempts: SignInAttempts,
  ) {}

  /**
   * The user with these credentials.
   * @throws {Problem} `unauthorized`, with the same text and after the same time for an unknown address, a wrong password
   *   and a user without a password; with reason `second_factor_required` when only the code is missing or wrong;
   *   `too_many_requests`; `service_unavailable`.
   */
  async authenticate(request: SignInRequest): Promise<User> {
    const { email, password, secondFactor, address } = request;
    this.attempts.admit(email, address);
    const credentials = await this.users.findByEmail(this.dataSource, email);
    if (!(await this.isPassword(credentials, email, password, address))) {
      await this.recordFailure(request, credentials, 'password');
      throw new Problem('unauthorized', 'The e-mail address or the password is wrong.');
    }
    try {
      await this.requireSecondFactor(credentials!, secondFactor);
    } catch (error) {
      if (secondFactor !== undefined) await this.recordFailure(request, credentials, 'second_factor');
      throw error;
    }
    this.attempts.succeeded(email);
    return credentials!;
  }

  /**
   * Whether a signed-in user has typed the right password.
   * @throws {Problem} `too_many_requests`, `service_unavailable`.
   */
  async confirmPassword(
    { id, email }: Pick<User, 'id' | 'email'>,
    password: string,
    address: string,
  ): Promise<boolean> {
    this.attempts.admit(email, address);
    const credentials = await this.users.find(this.dataSource, id);
    const isRight = await this.isPassword(credentials, email, password, address);
    if (isRight) this.attempts.succeeded(email);
    return isRight;
  }

  /** Unknown addresses are recorded by the same statement: the response must not be faster for them. */
  private async recordFailure(
    { email, address }: SignInRequest,
    user: User | undefined,
    wrong: 'password' | 'second_factor',
  ): Promise<void> {
    await recordAudit(this.dataSource, {
      actor: { userId: null, label: email, address },
      action: 'user.sign_in_failed',
      accountId: user?.accountId ?? null,
      targetType: 'user',
      targetId: user ? `${user.id}` : 'unknown',
      detail: { wrong },
    });
  }

  private isPassword(
    credentials: Credentials | undefined,
    email: string,
    password: string,
    address: string,
  ): Promise<boolean> {
    return this.hasher.verify(credentials?.passwordHash ?? null, password, {
      admit: () => this.attempts.admit(email, address),
      failed: () => this.attempts.failed(email, address),
    });
  }

  private async requireSecondFactor(user: Credentials, code: string | undefined): Promise<void> {
    if (user.secondFactor === null) return;
    if (code !== undefined) this.attempts.admitSecondFactor(user.id);
    if (code !== undefined && (await this.secondFactors.take(user.id, user.secondFactor, code))) {
      this.attempts.secondFactorSucceeded(user.id);
      return;
    }
    if (code !== undefined) this.attempts.secondFactorFailed(user.id);
    const detail =
      code === undefined ? 'Enter the code from your authenticator.' : 'The code is wrong or has already been used.';
    throw new Problem('unauthorized', detail, { members: { reason: 'second_factor_required' } });
  }
}
