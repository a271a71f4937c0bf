import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SecondFactors } from '../../core/identity/second-factors';
import { SecondFactorsRepository } from '../../core/identity/second-factors.repository';
import { SecurityNotifications } from '../../core/identity/security-notifications';
import { Sessions } from '../../core/identity/sessions';
import { SignIn } from '../../core/identity/sign-in';
import { base32, otpauthUrl } from '../../core/identity/totp';
import { userTarget } from '../../core/identity/user';
import { UsersRepository } from '../../core/identity/users.repository';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { ENV, type Env } from '../../platform/config/env';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { Problem, parameterProblem } from '../../platform/problem';
import { isSecondFactorRequired } from '../access/access.guard';
import { BrowserCookies } from '../access/browser-cookies';
import { actorOf, type DashboardRequest, type SignedIn } from '../access/signed-in';
import type { RecoveryCodesView, SecondFactorEnrolmentView, SecondFactorView } from './security.dto';

@Injectable()
export class SecondFactorService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: SignIn,
    private readonly factors: SecondFactors,
    private readonly repository: SecondFactorsRepository,
    private readonly sessions: Sessions,
    private readonly users: UsersRepository,
    private readonly cookies: BrowserCookies,
    private readonly notifications: SecurityNotifications,
    private readonly changes: IdempotentChanges,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async state(user: SignedIn): Promise<SecondFactorView> {
    const factor = await this.repository.find(this.dataSource, user.id);
    return {
      enabled: user.secondFactorEnabled,
      required: isSecondFactorRequired(user, this.env),
      enabled_at: factor?.enabledAt?.toISOString() ?? null,
      recovery_codes_left: factor?.recoveryCodesLeft ?? 0,
    };
  }

  /** @throws {Problem} `conflict` when a factor is already enabled, or no encryption key is configured */
  enrol(change: RequestedChange, user: SignedIn): Promise<SecondFactorEnrolmentView> {
    return this.changes.once(change, async (db) => {
      const { secret, encryptedSecret } = this.factors.newSecret(user.id);
      if (!(await this.repository.begin(db, user.id, encryptedSecret))) throw alreadyEnabled();
      return { secret: base32(secret), otpauth_url: otpauthUrl(secret, 'Loupe', user.email) };
    });
  }

  /** @throws {Problem} `conflict` unless setup is under way; `unprocessable_entity` for a wrong code; `too_many_requests`; `unauthorized` */
  confirm(
    change: RequestedChange,
    user: SignedIn,
    code: string,
    request: DashboardRequest,
  ): Promise<RecoveryCodesView> {
    return this.changes.onceChecked(
      change,
      () => this.checkFirstCode(user, code),
      async (db, { encryptedSecret, step }) => {
        await this.users.lock(db, user.id);
        if (!(await this.repository.enable(db, user.id, encryptedSecret, step))) throw alreadyEnabled();
        await this.sessions.endOthers(db, user.id, user.sessionId);
        await this.record(db, user, 'user.enable_second_factor');
        return {
          recoveryCodes: await this.factors.renewRecoveryCodes(db, user.id),
          token: await this.sessions.renew(db, this.cookies.sessionHashOf(request), { isPasswordChecked: false }),
        };
      },
      async ({ recoveryCodes, token }) => {
        this.cookies.setSession(request, token, user.role);
        await this.cookies.setDevice(request, (await this.users.find(this.dataSource, user.id))!);
        return { recovery_codes: recoveryCodes };
      },
    );
  }

  private async checkFirstCode(user: SignedIn, code: string): Promise<{ encryptedSecret: string; step: number }> {
    const factor = await this.repository.find(this.dataSource, user.id);
    if (!factor) throw new Problem('conflict', 'Start authenticator setup first.');
    if (factor.enabledAt) throw alreadyEnabled();
    const { encryptedSecret } = factor;
    const step = await this.credentials.confirmEnrolment(user, encryptedSecret, code);
    if (step === undefined) throw parameterProblem('body', 'code', 'is not the authenticator’s current code');
    return { encryptedSecret, step };
  }

  /** @throws {Problem} `conflict` without a second factor */
  async renewRecoveryCodes(change: RequestedChange, user: SignedIn): Promise<RecoveryCodesView> {
    if (!user.secondFactorEnabled) throw new Problem('conflict', 'No second factor is set up.');
    return this.changes.once(change, async (db) => {
      await this.record(db, user, 'user.renew_recovery_codes');
      return { recovery_codes: await this.factors.renewRecoveryCodes(db, user.id) };
    });
  }

  /** @throws {Problem} `forbidden` when the operator requires a second factor */
  async disable(user: SignedIn, request: DashboardRequest): Promise<void> {
    if (isSecondFactorRequired(user, this.env)) {
      throw new Problem('forbidden', 'The operator requires a second factor for support.');
    }
    const changed = await this.dataSource.transaction(async (db) => {
      await this.users.lock(db, user.id);
      await this.repository.delete(db, user.id);
      await this.record(db, user, 'user.disable_second_factor');
      return (await this.users.find(db, user.id))!;
    });
    this.notifications.secondFactorRemoved(user.email);
    await this.cookies.setDevice(request, changed);
  }

  private record(db: EntityManager, user: SignedIn, action: string): Promise<void> {
    return recordAudit(db, { actor: actorOf(user), action, ...userTarget(user) });
  }
}

const alreadyEnabled = () => new Problem('conflict', 'A second factor is already set up. Turn it off first.');
