import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Problem } from '../../platform/http/problem';

const maxAtOnce = 2;

/** What the access guard has put there: of support, the path names the account. */
type SignedInRequest = Request & { signedIn?: { accountId: number | null } };

/** Lets two files of a kind at once be made for an account, in one process: each reads as fast as the database gives. */
@Injectable()
export class ExportGuard implements CanActivate {
  private readonly underWay = new Map<string, number>();

  /** @throws {Problem} 429. */
  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const request = http.getRequest<SignedInRequest>();
    const account = `${request.params.account_id ?? request.signedIn?.accountId}`;
    const count = this.underWay.get(account) ?? 0;
    if (count >= maxAtOnce) {
      const detail = 'Two of these files are being downloaded already. Wait until one of them is complete.';
      throw new Problem('too_many_requests', detail, { retryAfterSeconds: 5 });
    }
    this.underWay.set(account, count + 1);
    // A response that is still waiting behind another one on its connection does not close with it.
    const ends = [http.getResponse<Response>(), request.socket];
    const leave = () => {
      for (const end of ends) end.off('close', leave);
      this.leave(account);
    };
    for (const end of ends) end.once('close', leave);
    return true;
  }

  private leave(account: string): void {
    const count = this.underWay.get(account)!;
    if (count > 1) this.underWay.set(account, count - 1);
    else this.underWay.delete(account);
  }
}
