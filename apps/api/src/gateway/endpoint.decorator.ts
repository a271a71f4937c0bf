import type { Operation } from '@loupe/dto';
import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Inject,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { ApiKeyGuard } from '../core/auth/key-authenticator';
import { priceMicros } from '../core/billing/prices';
import { KeyRateGuard } from '../core/rate-limit/key-rate.guard';
import { ENV, type Env } from '../platform/config/env';
import type { Call } from './call';
import { CallProgress, type CallRequest } from './call-progress';
import { DocumentOperation } from './operation-document';
import { ParametersGuard } from './parameters';

const OperationOf = Reflector.createDecorator<Operation>();

/** Notes the operation first, so that logs and metrics know it however the request ends. */
@Injectable()
export class OperationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(ENV) private readonly env: Env,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const operation = this.reflector.get(OperationOf, context.getHandler());
    const http = context.switchToHttp();
    const request = http.getRequest<CallRequest>();
    const price = priceMicros(operation.priceUnits, this.env);
    const { UPSTREAM_TIMEOUT_MS } = this.env;
    request.progress = new CallProgress(operation, price, request, http.getResponse<Response>(), UPSTREAM_TIMEOUT_MS);
    return true;
  }
}

/** Declares the endpoint of an operation. Its guards note the operation and check the key, the rate and the parameters, in this order. */
export function Endpoint(operation: Operation): MethodDecorator {
  const keyGuards = operation.keyless ? [] : [ApiKeyGuard, KeyRateGuard];
  return applyDecorators(
    Get(operation.path.replace(/\{(\w+)\}/g, ':$1')),
    OperationOf(operation),
    UseGuards(OperationGuard, ...keyGuards, ParametersGuard),
    DocumentOperation(operation),
  );
}

export const CallParam = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<CallRequest>().call,
);

export type CallOf<Of extends Operation> = Call<Of>;
