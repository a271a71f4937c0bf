import { freshPasswordMs, type Session } from '../../core/identity/session';
import type { User } from '../../core/identity/user';
import type { Env } from '../../platform/config/env';
import { isSecondFactorRequired } from '../shared/access/access.guard';
import type { CurrentSessionView, SessionView } from './session.dto';

/** What a page needs to know of the session it runs in. */
export interface CurrentSession extends User {
  readonly secondFactorEnabled: boolean;
  readonly passwordCheckedAt: Date;
}

export function currentSessionView(session: CurrentSession, env: Pick<Env, 'REQUIRE_STAFF_TOTP'>): CurrentSessionView {
  return {
    user: {
      id: `${session.id}`,
      email: session.email,
      role: session.role,
      account_id: session.accountId === null ? null : `${session.accountId}`,
    },
    second_factor: { enabled: session.secondFactorEnabled, required: isSecondFactorRequired(session, env) },
    password_fresh_until: new Date(session.passwordCheckedAt.getTime() + freshPasswordMs).toISOString(),
  };
}

export function sessionView(session: Session, currentId: number): SessionView {
  return {
    id: `${session.id}`,
    current: session.id === currentId,
    address: session.address,
    user_agent: session.userAgent,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
  };
}
