import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { User } from '../../../core/identity/user';
import type { Actor } from '../../../platform/audit/audit-log.repository';

/** Who sent a request, as its session says. */
export interface SignedIn extends User {
  readonly sessionId: number;
  readonly secondFactorEnabled: boolean;
  /** When the password was last typed in this session. */
  readonly passwordCheckedAt: Date;
  readonly isPasswordFresh: boolean;
  /** Address of the client, for the audit log. */
  readonly address: string;
  /** Where this user sees the service, for links. */
  readonly publicUrl: string;
}

/** A request that the access guard has let in. `signedIn` is missing only on routes open to anyone. */
export interface DashboardRequest extends Request {
  signedIn?: SignedIn;
}

/** The user of the session. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedIn => context.switchToHttp().getRequest<DashboardRequest>().signedIn!,
);

/** The user as the audit log names one. */
export function actorOf({ id, email, address }: Pick<SignedIn, 'id' | 'email' | 'address'>): Actor {
  return { userId: id, label: email, address };
}
