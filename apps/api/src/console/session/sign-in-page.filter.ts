import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Logger } from 'pino';
import { OpenIdFailure, type OpenIdFailureReason } from '../../core/identity/openid/openid-failure';
import { LOGGER } from '../../platform/observability/logger';
import { Problem } from '../../platform/problem';
import { passkeyRequired } from '../access/browser-sessions';
import type { DashboardRequest } from '../access/signed-in';
import { pathBelowDashboard } from './provider-visits';

/**
 * For routes that a browser visits. Every failure, also one before the handler, becomes a sentence on the sign-in page, with the
 * request id, and a line in the operator's log.
 */
@Catch()
export class SignInPageFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Pick<Logger, 'warn' | 'error'>) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const { res, query } = host.switchToHttp().getRequest<DashboardRequest>();
    const { requestId, locals } = res!;
    const failed = reasonOf(error);
    const line = { request_id: requestId, reason: failed };
    if (error instanceof Problem)
      this.logger.warn({ ...line, detail: detailOf(error) }, 'a sign-in through the provider was refused');
    else this.logger.error({ ...line, err: error }, 'a sign-in through the provider failed');
    res!.redirect(303, signInPage(locals.next ?? pathBelowDashboard(query.to), { failed, request: requestId }));
  }
}

function reasonOf(error: unknown): OpenIdFailureReason | 'failed' {
  if (error instanceof OpenIdFailure) return error.reason;
  if (error === passkeyRequired) return 'passkey_required';
  if (!(error instanceof Problem)) return 'failed';
  if (error.code === 'too_many_requests') return 'too_many';
  return error.code === 'unauthorized' ? 'session_ended' : 'failed';
}

const detailOf = (error: Problem) => (error instanceof OpenIdFailure ? error.forOperator : error.message);

/** The address of the sign-in page. @param to where it leads, below /dashboard/ */
export function signInPage(to: string, search: Record<string, string>): string {
  // Routes of the page begin below /dashboard.
  const next = to.slice('/dashboard'.length);
  return `/dashboard/sign-in?${new URLSearchParams({ ...search, ...(next !== '/' && { next }) })}`;
}
