import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Problem } from '../../http/problem';
import { readId } from '../http/id.pipe';

export type Role = 'owner' | 'support';

/** Who sent a request, as its session says. */
export interface SignedIn {
  readonly userId: number;
  readonly email: string;
  readonly role: Role;
  /** The account that an owner owns; null for support. */
  readonly accountId: number | null;
  readonly sessionId: number;
  readonly secondFactorEnabled: boolean;
  /** When the password was last typed in this session. */
  readonly passwordCheckedAt: Date;
  /** Address of the client, for the audit log. */
  readonly address: string;
}

/** A request that the access guard has let in. `signedIn` is missing only on routes open to anyone. */
export interface DashboardRequest extends Request {
  signedIn?: SignedIn;
}

/** The user of the session. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedIn => context.switchToHttp().getRequest<DashboardRequest>().signedIn!,
);

/**
 * The account whose data a route shows: an owner's own, whatever the address says; for support the one in the address.
 * This is the one place where a tenant is chosen.
 */
export const AccountInView = createParamDecorator((_: unknown, context: ExecutionContext): number =>
  accountInView(context.switchToHttp().getRequest<DashboardRequest>()),
);

function accountInView({ signedIn, params }: DashboardRequest): number {
  const { account_id: inAddress } = params;
  if (signedIn?.role === 'support' && typeof inAddress === 'string') return readId(inAddress);
  if (signedIn?.accountId != null) return signedIn.accountId;
  throw new Problem('forbidden', 'This is for account owners.');
}
