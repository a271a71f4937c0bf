import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ConcurrentRequests } from '../../core/rate-limit/concurrent-requests';
import { tooManyRequests } from '../../platform/problem';

const maxAtOnce = 2;

/** The access guard sets `signedIn`. For support, the path names the account. */
type SignedInRequest = Request & { signedIn?: { accountId: number | null } };

/** Limits the concurrent downloads of an account: they strain the database. Each module has its own guard and limit. */
@Injectable()
export class ExportGuard implements CanActivate {
  private readonly inFlight = new ConcurrentRequests(maxAtOnce);

  /** @throws {Problem} `too_many_requests` */
  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const { params, signedIn } = http.getRequest<SignedInRequest>();
    const accountId = Number(params.account_id ?? signedIn?.accountId);
    if (this.inFlight.enter(accountId, http.getResponse<Response>())) return true;
    const detail = 'You are already downloading two of these files. Wait until one of them is complete.';
    throw tooManyRequests('concurrency', detail, 5);
  }
}
