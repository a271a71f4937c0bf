import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Session } from '../../core/identity/session';
import type { Sessions } from '../../core/identity/sessions';
import type { Role } from '../../core/identity/user';
import type { RequestOrigins } from '../http/request-origins';
import { AccountViewers, Anyone, Owners, SignedInUsers, Support, Visitors } from './access';
import { AccessGuard } from './access.guard';
import { DashboardRates } from './dashboard-rates';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

function sessionOf(role: Role): Session {
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
  };
}

async function outcome(decorators: MethodDecorator[], session?: Session, requireTotp = false): Promise<unknown> {
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
  const request = { params: {}, headers: { cookie: `loupe_session=${'A'.repeat(43)}` } };
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

const closed = [Owners(), Support(), SignedInUsers(), AccountViewers()] as MethodDecorator[];

// members.spec, fresh-password.spec, isolation.spec and second-factor.spec see the guard at each route.
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

  it.each([...closed.map((one) => [one]), []])(
    'refuses a request without a session on every route that is not open',
    async (...decorators: MethodDecorator[]) => {
      expect(await outcome(decorators)).toMatchObject({ code: 'unauthorized' });
    },
  );
});
