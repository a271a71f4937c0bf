import { applyDecorators, Controller, SetMetadata, UseGuards, UseInterceptors, UsePipes } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, ApiSecurity, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { ProblemView } from '../http/problem-view';
import { RequestValidationPipe } from '../http/request-validation.pipe';
import { type Access, AccessGuard, accessKey, beforeSecondFactorKey, freshPasswordKey } from './access.guard';
import { RequestBounds } from './request-bounds.interceptor';

export const dashboardApiPath = 'dashboard/api';

/** A controller below the path of the dashboard's API: guarded, bounded, validated and documented like every other one. */
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

/** Views of an account: mounted once for its owner and once for support, who name the account in the path. */
export function AccountViewController(): ClassDecorator {
  return applyDecorators(DashboardController(['', 'support/accounts/:account_id'], 'Account'), AccountViewers());
}

/** Open without a session. */
export const Anyone = () => SetMetadata<string, Access>(accessKey, 'anyone');

/** Open without a session; the route knows of one where there is one. */
export const Visitors = () => SetMetadata<string, Access>(accessKey, 'visitors');

export const SignedInUsers = () => restrictedTo('signed-in');
export const Owners = () => restrictedTo('owners');

/** Owners of an account and its developers. */
export const Developers = () => restrictedTo('developers');

/** Everybody of an account. */
export const Members = () => restrictedTo('members');

export const Support = () => restrictedTo('support');

/** Support staff where the path names an account, its members elsewhere. */
export const AccountViewers = () => restrictedTo('account-viewers');

/** Needs a password entered within the last ten minutes: 403 with reason `fresh_password_required` otherwise. */
export const FreshPassword = () => SetMetadata(freshPasswordKey, true);

/** Open to staff who still have to set up the second factor that the operator requires. */
export const BeforeSecondFactor = () => SetMetadata(beforeSecondFactorKey, true);

function restrictedTo(access: Access) {
  return applyDecorators(SetMetadata(accessKey, access), ApiSecurity('session'));
}
