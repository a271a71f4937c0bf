import { applyDecorators, Controller, SetMetadata, UseGuards, UseInterceptors, UsePipes } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, ApiSecurity, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { ProblemView } from '../http/problem-view';
import { RequestValidationPipe } from '../http/request-validation.pipe';
import { type Access, AccessGuard, accessKey, beforeSecondFactorKey, freshPasswordKey } from './access.guard';
import { RequestBounds } from './request-bounds.interceptor';

export const dashboardApiPath = 'dashboard/api';

export function DashboardController(path: string | readonly string[], tag: string): ClassDecorator {
  return applyDecorators(
    Controller([path].flat().map((below) => (below ? `${dashboardApiPath}/${below}` : dashboardApiPath))),
    UseGuards(AccessGuard),
    UseInterceptors(RequestBounds),
    UsePipes(RequestValidationPipe),
    ApiTags(tag),
    ApiExtraModels(ProblemView),
    ApiResponse({
      status: 'default',
      description: 'An error',
      content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemView) } } },
    }),
  );
}

/** Serves views of an account at two paths: one for its members, and one with the account id for support. */
export function AccountViewController(): ClassDecorator {
  return applyDecorators(DashboardController(['', 'support/accounts/:account_id'], 'Account'), AccountViewers());
}

export const Anyone = () => SetMetadata<string, Access>(accessKey, 'anyone');

/** Requires no session. If the request has a session, the route gets its user. */
export const Visitors = () => SetMetadata<string, Access>(accessKey, 'visitors');

export const SignedInUsers = () => restrictedTo('signed-in');
export const Owners = () => restrictedTo('owners');

export const Developers = () => restrictedTo('developers');

export const Members = () => restrictedTo('members');

export const Support = () => restrictedTo('support');

/** Also admits staff who only read. For GET routes. */
export const SupportViewers = () => restrictedTo('support-viewers');

/** Admits staff if the path names an account, and members of the user's own account otherwise. */
export const AccountViewers = () => restrictedTo('account-viewers');

/** Requires a password entered within the last ten minutes: 403 `fresh_password_required` otherwise. */
export const FreshPassword = () => SetMetadata(freshPasswordKey, true);

/** Also admits staff who have not yet set up the second factor that the operator requires. */
export const BeforeSecondFactor = () => SetMetadata(beforeSecondFactorKey, true);

function restrictedTo(access: Access) {
  return applyDecorators(SetMetadata(accessKey, access), ApiSecurity('session'));
}
