import type { DataSource } from 'typeorm';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { Problem } from '../../platform/http/problem';
import type { PasswordHasher } from './password-hasher';
import type { SecondFactors } from './second-factors';
import type { SignInAttempts } from './sign-in-attempts';
import type { Credentials, User } from './user';
import { UsersRepository } from './users.repository';

/** What somebody typed. */
export interface SignInRequest {
  /** In lower case. */
  readonly email: string;
  readonly password: string;
  readonly secondFactor: string | undefined;
  readonly address: string;
}

/** Decides whether somebody is who they say. */
export class SignIn {
  private readonly users: UsersRepository;

  constructor(
    private readonly dataSource: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly secondFactors: SecondFactors,
    private readonly attempts: SignInAttempts,
  ) {
    this.users = new UsersRepository(dataSource.manager);
  }

  /**
   * The user with these credentials.
   * @throws {Problem} `unauthorized`, in the same words and after the same time for an unknown address, a wrong password
   *   and a user without one; with reason `second_factor_required` when only the code is missing or wrong;
   *   `too_many_requests`; `service_unavailable`.
   */
  async authenticate(request: SignInRequest): Promise<User> {
    const { email, password, secondFactor, address } = request;
    this.attempts.admit(email, address);
    const credentials = await this.users.findByEmail(email);
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
   * Whether somebody who is signed in has typed the right password.
   * @throws {Problem} `too_many_requests`, `service_unavailable`.
   */
  async confirmPassword(
    { id, email }: Pick<User, 'id' | 'email'>,
    password: string,
    address: string,
  ): Promise<boolean> {
    this.attempts.admit(email, address);
    const isRight = await this.isPassword(await this.users.find(id), email, password, address);
    if (isRight) this.attempts.succeeded(email);
    return isRight;
  }

  /** Also for an address that nobody has, in the same statement: the answer must not come sooner for it. */
  private async recordFailure(
    { email, address }: SignInRequest,
    user: User | undefined,
    wrong: 'password' | 'second_factor',
  ): Promise<void> {
    await recordAudit(this.dataSource.manager, {
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
      code === undefined ? 'The code of your authenticator is needed.' : 'The code is wrong, or was used before.';
    throw new Problem('unauthorized', detail, { members: { reason: 'second_factor_required' } });
  }
}
