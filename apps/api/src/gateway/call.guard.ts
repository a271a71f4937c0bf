import type { Operation } from '@loupe/dto';
import { type CanActivate, type ExecutionContext, Inject, Injectable, mixin, type Type } from '@nestjs/common';
import { ENV, type Env } from '../config/env';
import type { LoupeResponse } from '../http/messages';
import { Call, type CallRequest } from './call';

/** Opens the call: from here on the request is known by its operation, in the log and in metrics, however it ends. */
export const CallGuard = {
  for(operation: Operation): Type<CanActivate> {
    @Injectable()
    class CallGuardOf implements CanActivate {
      constructor(@Inject(ENV) private readonly env: Env) {}

      canActivate(context: ExecutionContext): boolean {
        const http = context.switchToHttp();
        const request = http.getRequest<CallRequest>();
        request.call = new Call(operation, request, http.getResponse<LoupeResponse>(), this.env.UPSTREAM_TIMEOUT_MS);
        return true;
      }
    }
    return mixin(CallGuardOf);
  },
};
