import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Sessions, sessionEnded } from '../../core/identity/sessions';
import { isStaff, memberRoles, type Role, roles, staffRoles, type User } from '../../core/identity/user';
import { ENV, type Env } from '../../platform/config/env';
import { Problem } from '../../platform/problem';
import type { RefusalReason } from '../http/problem-view';
import { RequestOrigins } from '../http/request-origins';
import { DashboardRates } from './dashboard-rates';
import { readSessionCookie } from './session-cookie';
import type { DashboardRequest, SignedIn } from './signed-in';

/** Who may call a route. A route without an access decorator refuses everybody. */
export type Access =
  | Open
  | 'signed-in'
  | 'account-viewers'
  | 'members'
  | 'developers'
  | 'owners'
  | 'support'
  | 'support-viewers';
type Open = 'anyone' | 'visitors';

/** The admitted roles. The roles of `account-viewers` depend on the path: see `isAllowed`. */
const admitted: Record<Exclude<Access, Open | 'account-viewers'>, readonly Role[]> = {
  'signed-in': roles,
  members: memberRoles,
  developers: ['owner', 'developer'],
  owners: ['owner'],
  support: ['support'],
  'support-viewers': staffRoles,
};

export const accessKey = 'dashboard:access';
export const freshPasswordKey = 'dashboard:fresh-password';
export const beforeSecondFactorKey = 'dashboard:before-second-factor';

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
    private readonly origins: RequestOrigins,
    private readonly rates: DashboardRates,
    @Inject(ENV) private readonly env: Pick<Env, 'REQUIRE_STAFF_TOTP'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const declared = <T>(key: string) =>
      this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
    const access = declared<Access>(accessKey);
    if (access === 'anyone') return true;
    const request = context.switchToHttp().getRequest<DashboardRequest>();
    const user = await this.signedIn(request);
    if (user) request.signedIn = user;
    if (access === 'visitors') return true;
    if (!user) throw sessionEnded();
    if (!isAllowed(access, user, request))
      throw new Problem('forbidden', `This is not available to ${roleNames[user.role]}.`);
    if (!declared(beforeSecondFactorKey)) this.requireSecondFactor(user);
    if (declared(freshPasswordKey)) requireFreshPassword(user);
    return true;
  }

  private async signedIn(request: DashboardRequest): Promise<SignedIn | undefined> {
    const token = readSessionCookie(request.headers.cookie, this.origins.isOverTls(request));
    const address = this.origins.addressOf(request);
    if (token === undefined) return undefined;
    // Before the session is read, because that costs more than the refusal.
    await this.rates.session.take(token);
    const session = await this.sessions.find(token, address);
    if (!session) return undefined;
    if (session.user.accountId !== null) await this.rates.account.take(session.user.accountId);
    const { user, id: sessionId, secondFactorEnabled, isMultiFactor, passwordCheckedAt, isPasswordFresh } = session;
    const publicUrl = this.origins.publicUrlOf(request);
    const proofs = { secondFactorEnabled, isMultiFactor, passwordCheckedAt, isPasswordFresh };
    return { ...user, sessionId, ...proofs, address, publicUrl };
  }

  private requireSecondFactor(user: SignedIn): void {
    if (user.secondFactorEnabled || user.isMultiFactor || !isSecondFactorRequired(user, this.env)) return;
    throw refusal('second_factor_enrolment_required', 'Set up a second factor first: the operator requires it.');
  }
}

const roleNames: Record<Role, string> = {
  owner: 'account owners',
  developer: 'developers of an account: ask one of its owners',
  viewer: 'viewers of an account: ask one of its owners',
  support: 'support',
  support_viewer: 'staff who only read: ask a colleague in support',
};

function isAllowed(access: Access | undefined, { role }: SignedIn, { params }: DashboardRequest): boolean {
  if (access === undefined || access === 'anyone' || access === 'visitors') return false;
  if (access !== 'account-viewers') return admitted[access].includes(role);
  return admitted[params.account_id === undefined ? 'members' : 'support-viewers'].includes(role);
}

export function isSecondFactorRequired(user: Pick<User, 'role'>, env: Pick<Env, 'REQUIRE_STAFF_TOTP'>): boolean {
  return env.REQUIRE_STAFF_TOTP && isStaff(user);
}

/** For routes whose body decides whether a fresh password is needed. Other routes declare `@FreshPassword()`. */
export function requireFreshPassword({ isPasswordFresh }: Pick<SignedIn, 'isPasswordFresh'>): void {
  if (isPasswordFresh) return;
  throw refusal('fresh_password_required', 'Enter your password again: it was last entered more than ten minutes ago.');
}

function refusal(reason: RefusalReason, detail: string): Problem {
  return new Problem('forbidden', detail, { members: { reason } });
}
