import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { isUnavailable } from '../platform/database/failures';
import { OutageLog } from '../platform/database/outage-log';
import { problemOf } from '../platform/http/problem-of';
import { sendProblem } from '../platform/http/send-problem';
import { LOGGER } from '../platform/observability/logger';
import { Problem } from '../platform/problem';
import { AccessLog } from './access-log';
import type { CallRequest } from './call-progress';
import { MoneyHeaders } from './money-headers';

/** A status for logs and metrics only: the caller left before the response was ready. */
const clientClosedRequest = 499;

/** Turns every thrown error into a problem document. Unexpected errors are logged, and their details are not sent. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly failures: OutageLog,
    private readonly accessLog: AccessLog,
    private readonly moneyHeaders: MoneyHeaders,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<CallRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    if (request.progress?.isGone) {
      this.accessLog.recordUncharged(request.progress, clientClosedRequest, Buffer.alloc(0), null);
      return;
    }
    const problem =
      problemOf(thrown, request.originalUrl) ??
      this.unavailable(thrown, response.requestId) ??
      this.unexpected(thrown, response.requestId);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (request.progress && problem.code === 'service_unavailable') this.moneyHeaders.setUnavailable(request.progress);
    else if (request.progress) await this.moneyHeaders.setUncharged(request.progress);
    const { body, status } = sendProblem(response, problem);
    if (request.progress) this.accessLog.recordUncharged(request.progress, status, body, problem.code);
  }

  private unavailable(error: unknown, requestId: string): Problem | undefined {
    if (!isUnavailable(error)) return undefined;
    const fields = { reason: String(error), request_id: requestId };
    this.failures.warn(fields, 'the database could not serve a request', error);
    return new Problem('service_unavailable', 'The database is unavailable or busy. Try again shortly.');
  }

  private unexpected(error: unknown, requestId: string): Problem {
    this.logger.error({ err: error, request_id: requestId }, 'request failed unexpectedly');
    return new Problem(
      'internal_error',
      'An unexpected error occurred. Send the request again; if it fails again, tell support the request id.',
    );
  }
}
