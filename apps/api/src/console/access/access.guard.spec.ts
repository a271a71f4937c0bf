import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Session } from '../../core/identity/session';
import type { Sessions } from '../../core/identity/sessions';
import type { Role } from '../../core/identity/user';
import type { RequestOrigins } from '../http/request-origins';
import {
  AccountViewers,
  Anyone,
  BeforeSecondFactor,
  FreshPassword,
  Owners,
  SignedInUsers,
  Support,
  Visitors,
} from './access';
import { AccessGuard } from './access.guard';
import { DashboardRates } from './dashboard-rates';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

function sessionOf(role: Role, changes: Partial<Session> = {}): Session {
  return {
    id: 1,
    user: { id: 101, email: 'user@example.com', role, accountId: role === 'owner' ? 1001 : null },
    secondFactorEnabled: false,
    isMultiFactor: false,
    createdAt: minutesAgo(60),
    lastSeenAt: minutesAgo(0),
    passwordCheckedAt: minutesAgo(5),
    isLastSeenStale: false,
    isPasswordFresh: true,
    address: '192.0.2.1',
    userAgent: '',
    ...changes,
  };
}

async function outcome(
  decorators: MethodDecorator[],
  session?: Session,
  requireTotp = false,
  params = {},
): Promise<unknown> {
  class Controller {
    route(): void {}
  }
  const descriptor = Object.getOwnPropertyDescriptor(Controller.prototype, 'route')!;
  for (const decorate of decorators) decorate(Controller.prototype, 'route', descriptor);
  const sessions = { find: async () => session } as unknown as Sessions;
  const origins = {
    isOverTls: () => false,
    addressOf: () => '192.0.2.1',
    publicUrlOf: () => 'http://localhost',
  } as unknown as RequestOrigins;
  const request = { params, headers: { cookie: `loupe_session=${'A'.repeat(43)}` } };
  const context = {
    getHandler: () => Controller.prototype.route,
    getClass: () => Controller,
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
  const guard = new AccessGuard(new Reflector(), sessions, origins, new DashboardRates(), {
    REQUIRE_STAFF_TOTP: requireTotp,
  });
  return guard.canActivate(context).catch((problem) => problem);
}

const owners = Owners() as MethodDecorator;
const support = Support() as MethodDecorator;
const everyone = SignedInUsers() as MethodDecorator;
const viewers = AccountViewers() as MethodDecorator;

describe('the guard of dashboard routes', () => {
  it.each(['owner', 'support'] as const)('refuses the role %s on a route without an access decorator', async (role) => {
    expect(await outcome([], sessionOf(role))).toMatchObject({ code: 'forbidden' });
    expect(await outcome([SetMetadata('something', 'else')], sessionOf(role))).toMatchObject({ code: 'forbidden' });
  });

  it('requires no session on a route that is open to anyone or to visitors', async () => {
    expect(await outcome([Anyone()])).toBe(true);
    expect(await outcome([Visitors()])).toBe(true);
    expect(await outcome([Visitors()], sessionOf('support'), true)).toBe(true);
  });

  it.each([[owners], [support], [everyone], [viewers], []])(
    'refuses a request without a session on every route that is not open',
    async (...decorators) => {
      expect(await outcome(decorators as MethodDecorator[])).toMatchObject({ code: 'unauthorized' });
    },
  );

  it('admits only the roles that a route names', async () => {
    expect(await outcome([owners], sessionOf('owner'))).toBe(true);
    expect(await outcome([owners], sessionOf('support'))).toMatchObject({ code: 'forbidden' });
    expect(await outcome([support], sessionOf('support'))).toBe(true);
    expect(await outcome([support], sessionOf('owner'))).toMatchObject({ code: 'forbidden' });
    expect(await outcome([everyone], sessionOf('owner'))).toBe(true);
  });

  it('admits support only if the path names an account, and owners only if it does not', async () => {
    const named = { account_id: '1001' };
    expect(await outcome([viewers], sessionOf('owner'))).toBe(true);
    expect(await outcome([viewers], sessionOf('support'))).toMatchObject({ code: 'forbidden' });
    expect(await outcome([viewers], sessionOf('support'), false, named)).toBe(true);
    expect(await outcome([viewers], sessionOf('owner'), false, named)).toMatchObject({ code: 'forbidden' });
    expect(await outcome([viewers], undefined, false, named)).toMatchObject({ code: 'unauthorized' });
  });

  it('requires a recently entered password on a route with @FreshPassword()', async () => {
    const stale = sessionOf('support', { isPasswordFresh: false });
    expect(await outcome([support, FreshPassword()], sessionOf('support'))).toBe(true);
    expect(await outcome([support], stale)).toBe(true);
    expect(await outcome([support, FreshPassword()], stale)).toMatchObject({
      code: 'forbidden',
      members: { reason: 'fresh_password_required' },
    });
  });

  it('refuses staff without a second factor if the operator requires one', async () => {
    const enrolled = sessionOf('support', { secondFactorEnabled: true });
    expect(await outcome([support], sessionOf('support'), true)).toMatchObject({
      code: 'forbidden',
      members: { reason: 'second_factor_enrolment_required' },
    });
    expect(await outcome([everyone, BeforeSecondFactor()], sessionOf('support'), true)).toBe(true);
    expect(await outcome([support], enrolled, true)).toBe(true);
    expect(await outcome([owners], sessionOf('owner'), true)).toBe(true);
  });
});
