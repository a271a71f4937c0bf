import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Passkeys } from '../../core/identity/passkeys/passkeys';
import { SecurityNotifications } from '../../core/identity/security-notifications';
import { Sessions } from '../../core/identity/sessions';
import { UsersRepository } from '../../core/identity/users.repository';
import { ENV, type Env } from '../../platform/config/env';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { Problem } from '../../platform/problem';
import { isSecondFactorRequired } from '../access/access.guard';
import { BrowserCookies } from '../access/browser-cookies';
import type { DashboardRequest, SignedIn } from '../access/signed-in';
import { type AddPasskeyBody, type PasskeyView, passkeyView } from './passkeys.dto';

/** What a user does with passkeys. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passkeys: Passkeys,
    private readonly users: UsersRepository,
    private readonly sessions: Sessions,
    private readonly cookies: BrowserCookies,
    private readonly notifications: SecurityNotifications,
    private readonly changes: IdempotentChanges,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Ends the user's other sessions: after this, whoever has only the password can get no further where two factors are required.
   * @throws {Problem} see {@link Passkeys.check} and {@link Passkeys.add}; `unauthorized` when the session has ended
   */
  add(
    change: RequestedChange,
    user: SignedIn,
    { name, credential }: AddPasskeyBody,
    request: DashboardRequest,
  ): Promise<PasskeyView> {
    const label = { name, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) };
    return this.changes.onceChecked(
      change,
      () => this.passkeys.check(user, credential),
      async (db, made) => {
        await this.users.lock(db, user.id);
        const passkey = await this.passkeys.add(db, user, { ...made, ...label });
        await this.sessions.endOthers(db, user.id, user.sessionId);
        const proven = { isPasswordChecked: false, isMultiFactor: true };
        const token = await this.sessions.renew(db, this.cookies.sessionHashOf(request), proven);
        return { passkey: passkeyView(passkey), token };
      },
      async ({ passkey, token }) => {
        this.cookies.setSession(request, token, user.role);
        this.notifications.passkey(user.email, passkey.name, 'added');
        return passkey;
      },
    );
  }

  /** @throws {Problem} see {@link Passkeys.remove}; `conflict` if the operator requires a second factor, and none remains */
  async remove(user: SignedIn, id: number): Promise<void> {
    const name = await this.dataSource.transaction(async (db) => {
      await this.users.lock(db, user.id);
      const removed = await this.passkeys.remove(db, user, id);
      await this.sessions.endOthers(db, user.id, user.sessionId);
      const { secondFactor } = (await this.users.find(db, user.id))!;
      const isLastFactor = secondFactor === null && !(await this.passkeys.isUsable(db, user.id));
      if (isLastFactor && isSecondFactorRequired(user, this.env)) throw lastFactor();
      return removed;
    });
    this.notifications.passkey(user.email, name, 'removed');
  }
}

const lastFactor = () =>
  new Problem(
    'conflict',
    'The operator requires a second factor. Add another passkey or set up an authenticator before you remove this one.',
  );
