import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../../core/accounts/accounts.repository';
import { Problem } from '../../../platform/http/problem';
import { readId } from '../http/id.pipe';
import type { DashboardRequest } from './signed-in';

/**
 * The account whose data a route shows or changes: an owner's own, whatever the address says; for support the one in the
 * address, when it exists. This is the one place where a tenant is chosen.
 */
export const AccountInView = () => accountInView(KnownAccountPipe);

const accountInView = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const { signedIn, params } = context.switchToHttp().getRequest<DashboardRequest>();
  const { account_id: inAddress } = params;
  if (signedIn?.role === 'support' && typeof inAddress === 'string') return readId(inAddress);
  if (signedIn?.role === 'owner' && signedIn.accountId !== null) return signedIn.accountId;
  throw new Problem('forbidden', 'This is for account owners.');
});

/** Lets the id of a customer's account through. */
@Injectable()
export class KnownAccountPipe implements PipeTransform<number, Promise<number>> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsRepository,
  ) {}

  /** @throws {Problem} `not_found`. */
  async transform(id: number): Promise<number> {
    return (await this.accounts.read(this.dataSource, id)).id;
  }
}
