import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { User } from '../../../core/identity/user';
import type { Actor } from '../../../platform/audit/audit-log';

/** The user of a request's session. */
export interface SignedIn extends User {
  readonly sessionId: number;
  readonly secondFactorEnabled: boolean;
  /** When the password was last entered in this session. */
  readonly passwordCheckedAt: Date;
  readonly isPasswordFresh: boolean;
  /** IP address of the client, for the audit log. */
  readonly address: string;
  /** The service's URL as this user sees it, for links. */
  readonly publicUrl: string;
}

/** A request that the access guard has admitted. `signedIn` is missing only on routes open to anyone. */
export interface DashboardRequest extends Request {
  signedIn?: SignedIn;
}

export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedIn => context.switchToHttp().getRequest<DashboardRequest>().signedIn!,
);

/** The user as the audit log names them. */
export function actorOf({ id, email, address }: Pick<SignedIn, 'id' | 'email' | 'address'>): Actor {
  return { userId: id, label: email, address };
}
