import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ConcurrentRequests } from '../../core/rate-limit/concurrent-requests';
import { tooManyRequests } from '../../platform/problem';

const maxAtOnce = 2;

/** Set by the access guard. For support the path names the account. */
type SignedInRequest = Request & { signedIn?: { accountId: number | null } };

/** Allows two concurrent downloads per account and kind in a process, because each reads as fast as it can. */
@Injectable()
export class ExportGuard implements CanActivate {
  private readonly underWay = new ConcurrentRequests(maxAtOnce);

  /** @throws {Problem} `too_many_requests` */
  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const { params, signedIn } = http.getRequest<SignedInRequest>();
    const accountId = Number(params.account_id ?? signedIn?.accountId);
    if (this.underWay.enter(accountId, http.getResponse<Response>())) return true;
    const detail = 'You are already downloading two of these files. Wait until one of them is complete.';
    throw tooManyRequests('concurrency', detail, 5);
  }
}
