import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import { AccountsRepository } from '../../../core/accounts/accounts.repository';
import { Problem } from '../../../platform/http/problem';
import { readId } from '../http/ids';
import type { DashboardRequest } from './signed-in';

/**
 * The id of the account that a route shows or changes: an owner's own, whatever the path says; for support, the one in the
 * path, if it exists. This is the only place where a tenant is chosen.
 */
export const AccountInView = () => accountInView(ExistingAccountPipe);

const accountInView = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const { signedIn, params } = context.switchToHttp().getRequest<DashboardRequest>();
  const { account_id: inPath } = params;
  if (signedIn?.role === 'support' && typeof inPath === 'string') return readId(inPath);
  if (signedIn?.role === 'owner' && signedIn.accountId !== null) return signedIn.accountId;
  throw new Problem('forbidden', 'Only account owners can do this.');
});

@Injectable()
class ExistingAccountPipe implements PipeTransform<number, Promise<number>> {
  constructor(private readonly accounts: AccountsRepository) {}

  /** @throws {Problem} `not_found`. */
  async transform(id: number): Promise<number> {
    return (await this.accounts.read(id)).id;
  }
}
