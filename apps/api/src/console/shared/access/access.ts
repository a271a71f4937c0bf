import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { Role } from '../../../core/identity/user';

/** Who may call a route. A route or controller without any of these decorators answers 403 to everyone. */
export type Access = 'anyone' | 'signed-in' | 'account-viewers' | Role;

export const accessKey = 'dashboard:access';
export const freshPasswordKey = 'dashboard:fresh-password';
export const beforeSecondFactorKey = 'dashboard:before-second-factor';

/** Open without a session. */
export const Anyone = () => SetMetadata<string, Access>(accessKey, 'anyone');

/** Any signed-in user. */
export const SignedInUsers = () => restrictedTo('signed-in');

/** Account owners. */
export const Owners = () => restrictedTo('owner');

/** Support staff. */
export const Support = () => restrictedTo('support');

/** Support staff where the path names an account, account owners elsewhere. */
export const AccountViewers = () => restrictedTo('account-viewers');

/** Needs a password entered within the last ten minutes: 403 with reason `fresh_password_required` otherwise. */
export const FreshPassword = () => SetMetadata(freshPasswordKey, true);

/** Open to staff who still have to set up the second factor that the operator requires. */
export const BeforeSecondFactor = () => SetMetadata(beforeSecondFactorKey, true);

function restrictedTo(access: Access) {
  return applyDecorators(SetMetadata(accessKey, access), ApiSecurity('session'));
}
