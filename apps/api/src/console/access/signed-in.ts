import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { isStaff, type User } from '../../core/identity/user';
import type { Actor } from '../../platform/audit/audit-log.repository';
import { Problem } from '../../platform/problem';
import { readId } from '../http/ids';

export interface SignedIn extends User {
  readonly sessionId: number;
  readonly secondFactorEnabled: boolean;
  /** Whether the credential that opened the session proved two factors. */
  readonly isMultiFactor: boolean;
  readonly passwordCheckedAt: Date;
  readonly isPasswordFresh: boolean;
  /** Client IP, for the audit log. */
  readonly address: string;
  readonly publicUrl: string;
}

/** A request that passed the access guard. `signedIn` may be undefined only on `Anyone` and `Visitors` routes. */
export interface DashboardRequest extends Request {
  signedIn?: SignedIn;
}

export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedIn => context.switchToHttp().getRequest<DashboardRequest>().signedIn!,
);

/** For rules that `@Owners()` cannot express. @throws {Problem} `forbidden` */
export function requireOwner({ role }: Pick<SignedIn, 'role'>, what: string): void {
  if (role !== 'owner') throw new Problem('forbidden', `Only an owner of the account can ${what}.`);
}

export function actorOf({ id, email, address }: Pick<SignedIn, 'id' | 'email' | 'address'>): Actor {
  return { userId: id, label: email, address };
}

/** The account of a request: a member's account, or for staff the account in the path. Nothing else selects it. */
export const AccountInView = () => accountInView(ExistingAccountPipe);

const accountInView = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const { signedIn, params } = context.switchToHttp().getRequest<DashboardRequest>();
  const { account_id: inPath } = params;
  if (signedIn && isStaff(signedIn) && typeof inPath === 'string') return readId(inPath);
  if (signedIn && !isStaff(signedIn) && signedIn.accountId !== null) return signedIn.accountId;
  throw new Problem('forbidden', 'Only members of an account can do this.');
});

@Injectable()
class ExistingAccountPipe implements PipeTransform<number, Promise<number>> {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly dataSource: DataSource,
  ) {}

  async transform(id: number): Promise<number> {
    return (await this.accounts.read(this.dataSource, id)).id;
  }
}
