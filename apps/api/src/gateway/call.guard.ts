import type { Operation } from '@loupe/dto';
import { type CanActivate, type ExecutionContext, Inject, Injectable, mixin, type Type } from '@nestjs/common';
import { priceMicros } from '../core/billing/prices';
import { ENV, type Env } from '../platform/config/env';
import type { LoupeResponse } from '../platform/http/messages';
import { Call, type CallRequest } from './call';

/** Opens the call: from here on the request is known by its operation, in the log and in metrics, however it ends. */
export const CallGuard = {
  for(operation: Operation): Type<CanActivate> {
    @Injectable()
    class CallGuardOf implements CanActivate {
      private readonly priceMicros: bigint;

      constructor(@Inject(ENV) private readonly env: Env) {
        this.priceMicros = priceMicros(operation.priceUnits, env);
      }

      canActivate(context: ExecutionContext): boolean {
        const http = context.switchToHttp();
        const request = http.getRequest<CallRequest>();
        const response = http.getResponse<LoupeResponse>();
        request.call = new Call(operation, this.priceMicros, request, response, this.env.UPSTREAM_TIMEOUT_MS);
        return true;
      }
    }
    return mixin(CallGuardOf);
  },
};
