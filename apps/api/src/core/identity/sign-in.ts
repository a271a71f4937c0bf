import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { Problem } from '../../platform/problem';
import { addressGroup } from '../auth/client-ips';
import { KnownDevices } from './known-devices';
import { PasswordHasher, queues } from './password-hasher';
import { SecondFactors } from './second-factors';
import { SecurityNotifications } from './security-notifications';
import { allowances, SignInThrottles } from './sign-in-throttles';
import type { Credentials, User } from './user';
import { UsersRepository } from './users.repository';

export interface SignInRequest {
  /** In lower case. */
  readonly email: string;
  readonly password: string;
  readonly secondFactor: string | undefined;
  readonly address: string;
  /** The browser's token of {@link KnownDevices}. */
  readonly deviceToken: string | undefined;
}

/** What {@link SignIn.finish} needs to know. */
export type SecondStep = Pick<SignInRequest, 'secondFactor' | 'address' | 'deviceToken'>;

/** A user who proves once more who they are, and the client IP. */
export type SignedInUser = Pick<User, 'id' | 'email' | 'accountId'> & { readonly address: string };

type Proof = 'password' | 'second_factor' | 'passkey';

@Injectable()
export class SignIn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly secondFactors: SecondFactors,
    private readonly devices: KnownDevices,
    private readonly throttles: SignInThrottles,
    private readonly notifications: SecurityNotifications,
  ) {}

  /**
   * Checks a password and second factor. @returns the credentials, which {@link Sessions.open} checks again for changes.
   * @throws {Problem} `unauthorized`: an unknown email address, a wrong password and a user without a password cause the same text
   *   after the same time. The reason is `second_factor_required` when only the code is missing or wrong.
   *   `too_many_requests`; `service_unavailable`.
   */
  async authenticate(request: SignInRequest): Promise<Credentials> {
    const user = await this.users.findByEmail(this.dataSource, request.email);
    const device = user && (await this.devices.recognize(user, request.deviceToken));
    if (!(await this.isPassword(user, request, device))) {
      await this.recordFailure(request, user, 'password');
      throw wrongCredentials();
    }
    await this.finish(user!, request);
    return user!;
  }

  /**
   * Ends every sign-in, whatever credential was checked before: asks for the second factor, and limits sign-ins per user.
   * @param isMultiFactor whether the credential itself proved two factors
   * @throws {Problem} `unauthorized` with reason `second_factor_required`; `too_many_requests`
   */
  async finish(user: Credentials, request: SecondStep, isMultiFactor = false): Promise<void> {
    if (user.secondFactor !== null && !isMultiFactor) await this.requireSecondFactor(user, request);
    await this.throttles.take(allowances.signIn(user.id));
  }

  /**
   * Checks the use of a passkey, which stands for both factors. @param verify whose passkey it is; undefined if it was not accepted
   * @throws {Problem} `unauthorized`, with the same text whatever was wrong; `too_many_requests`
   */
  async authenticateByPasskey<Use extends { readonly user: Credentials }>(
    { address }: Pick<SignInRequest, 'address'>,
    verify: () => Promise<Use | undefined>,
  ): Promise<Use> {
    const use = await this.throttles.limitFailures(allowances.passkey(address), verify);
    if (!use) {
      await this.recordFailure({ email: 'unknown', address }, undefined, 'passkey');
      throw new Problem('unauthorized', 'This passkey was not accepted. Try again, or sign in another way.');
    }
    await this.finish(use.user, { address, secondFactor: undefined, deviceToken: undefined }, true);
    return use;
  }

  /** The use of a passkey by a signed-in user; undefined if it was not accepted. @throws {Problem} `too_many_requests` */
  confirmPasskey<Use extends object>(
    signedIn: SignedInUser,
    verify: () => Promise<Use | undefined>,
  ): Promise<Use | undefined> {
    return this.confirm(signedIn, 'passkey', verify);
  }

  /**
   * The credentials of a signed-in user who has entered the right password; undefined for a wrong password.
   * @throws {Problem} `too_many_requests`, `service_unavailable`.
   */
  async confirmPassword(signedIn: SignedInUser, password: string): Promise<Credentials | undefined> {
    const { id } = signedIn;
    const user = await this.users.find(this.dataSource, id);
    const isRight = await this.confirm(signedIn, 'password', () =>
      this.hasher.verify(user?.passwordHash ?? null, password, queues.known(`${id}`)),
    );
    return isRight ? user : undefined;
  }

  /** Whether a signed-in user has entered a valid code that was not used before. @throws {Problem} `too_many_requests`. */
  confirmSecondFactor(signedIn: SignedInUser, { secondFactor }: Credentials, code: string): Promise<boolean> {
    return this.confirm(
      signedIn,
      'second_factor',
      async () => secondFactor !== null && this.secondFactors.take(signedIn.id, secondFactor, code),
    );
  }

  /**
   * The time step of the code with which a signed-in user sets up an authenticator; undefined for a wrong code.
   * @throws {Problem} `too_many_requests`.
   */
  confirmEnrolment(signedIn: SignedInUser, encryptedSecret: string, code: string): Promise<number | undefined> {
    const factor = { encryptedSecret, lastStep: 0 };
    return this.confirm(signedIn, 'second_factor', async () => this.secondFactors.stepOf(signedIn.id, factor, code));
  }

  private async confirm<T>(signedIn: SignedInUser, proof: Proof, attempt: () => Promise<T>): Promise<T> {
    const proven = await this.throttles.limitFailures(
      allowances.confirmation(signedIn.id, proof === 'passkey' ? proof : 'typed'),
      attempt,
    );
    if (!proven) await this.recordFailedProof(signedIn, proof);
    return proven;
  }

  private recordFailedProof({ id, email, address, accountId }: SignedInUser, wrong: Proof): Promise<void> {
    const actor = { userId: id, label: email, address };
    return this.record(actor, 'user.proof_failed', { id, email, accountId }, wrong);
  }

  private recordFailure(
    { email, address }: Pick<SignInRequest, 'email' | 'address'>,
    user: User | undefined,
    wrong: Proof,
  ): Promise<void> {
    return this.record({ userId: null, label: email, address }, 'user.sign_in_failed', user, wrong);
  }

  /** Runs the same statement for unknown email addresses, so that their response is not faster. */
  private async record(
    actor: Actor,
    action: string,
    user: Pick<User, 'id' | 'email' | 'accountId'> | undefined,
    wrong: Proof,
  ): Promise<void> {
    await recordAudit(this.dataSource, {
      actor,
      action,
      accountId: user?.accountId ?? null,
      targetType: 'user',
      targetId: user ? `${user.id}` : 'unknown',
      detail: { wrong },
    });
    // Not awaited, because it takes time only for users that exist. A failure to warn must not fail the request.
    // A wrong passkey is no guess.
    if (user && wrong !== 'passkey') this.warnAfterMany(user).catch(() => undefined);
  }

  /** Tells a user about the tenth wrong password or code of an hour. */
  private async warnAfterMany(user: Pick<User, 'id' | 'email' | 'accountId'>): Promise<void> {
    if (!(await this.throttles.tryTake(allowances.unnoticed(user.id)))) await this.notifications.manyFailedProofs(user);
  }

  private isPassword(
    user: Credentials | undefined,
    { email, password, address }: SignInRequest,
    device: string | undefined,
  ): Promise<boolean> {
    const waitIn = device === undefined ? queues.stranger(addressGroup(address)) : queues.known(device);
    return this.throttles.limitFailures(allowances.password(email, address, device), () =>
      this.hasher.verify(user?.passwordHash ?? null, password, waitIn),
    );
  }

  private async requireSecondFactor(user: Credentials, request: SecondStep): Promise<void> {
    const code = request.secondFactor;
    if (code === undefined) throw secondFactorRequired('Enter the code from your authenticator.');
    const device = await this.devices.recognize(user, request.deviceToken);
    const isRight = await this.throttles.limitFailures(allowances.secondFactor(user.id, device), () =>
      this.secondFactors.take(user.id, user.secondFactor!, code),
    );
    if (isRight) return;
    await this.recordFailure({ email: user.email, address: request.address }, user, 'second_factor');
    throw secondFactorRequired('The code is wrong or has already been used.');
  }
}

export const wrongCredentials = () => new Problem('unauthorized', 'The email address or the password is wrong.');

const secondFactorRequired = (detail: string) =>
  new Problem('unauthorized', detail, { members: { reason: 'second_factor_required' } });
