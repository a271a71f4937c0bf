import type { Operation } from '@loupe/dto';
import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Inject,
  Injectable,
  mixin,
  type Type,
  UseGuards,
} from '@nestjs/common';
import type { Response } from 'express';
import { ApiKeyGuard } from '../core/auth/api-key.guard';
import { priceMicros } from '../core/billing/prices';
import { KeyRateGuard } from '../core/rate-limit/key-rate.guard';
import { ENV, type Env } from '../platform/config/env';
import { Call, type CallRequest } from './call';
import { DocumentOperation } from './operation-document';
import { ParametersGuard } from './parameters';

/** Creates the {@link Call}, so that logs and metrics know the operation however the request ends. */
function callGuardOf(operation: Operation): Type<CanActivate> {
  @Injectable()
  class CallGuard implements CanActivate {
    private readonly priceMicros: bigint;

    constructor(@Inject(ENV) private readonly env: Env) {
      this.priceMicros = priceMicros(operation.priceUnits, env);
    }

    canActivate(context: ExecutionContext): boolean {
      const http = context.switchToHttp();
      const request = http.getRequest<CallRequest>();
      const response = http.getResponse<Response>();
      request.call = new Call(operation, this.priceMicros, request, response, this.env.UPSTREAM_TIMEOUT_MS);
      return true;
    }
  }
  return mixin(CallGuard);
}

/** Declares the endpoint of an operation. Its guards create the call and check the key, the rate and the parameters, in this order. */
export function Endpoint(operation: Operation): MethodDecorator {
  const keyGuards = operation.keyless ? [] : [ApiKeyGuard, KeyRateGuard];
  return applyDecorators(
    Get(nestPath(operation.path)),
    UseGuards(callGuardOf(operation), ...keyGuards, ParametersGuard),
    DocumentOperation(operation),
  );
}

export const CallParam = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<CallRequest>().call,
);

export type CallOf<Of extends Operation> = Call<Of>;

function nestPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
