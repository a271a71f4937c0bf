import type { Operation } from '@loupe/dto';
import { applyDecorators, createParamDecorator, type ExecutionContext, Get, UseGuards } from '@nestjs/common';
import { ApiKeyGuard } from '../core/auth/api-key.guard';
import { KeyRateGuard } from '../core/rate-limit/key-rate.guard';
import type { Call, CallRequest } from './call';
import { CallGuard } from './call.guard';
import { DocumentOperation } from './operation-document';
import { ParametersPipe } from './parameters.pipe';

/**
 * Makes a method the endpoint of a declared operation. What is listed here runs in this order before the method:
 * the call is opened, the key is checked, then the rate; parameters are validated by {@link TheCall}.
 */
export function Endpoint(operation: Operation): MethodDecorator {
  const guards = operation.keyless ? [CallGuard.for(operation)] : [CallGuard.for(operation), ApiKeyGuard, KeyRateGuard];
  return applyDecorators(Get(nestPath(operation.path)), UseGuards(...guards), DocumentOperation(operation));
}

/** The {@link Call} of this request, its parameters validated. */
export const TheCall = () => CallParameter(ParametersPipe);

/** Of an operation: the call that its endpoint gets. */
export type CallOf<Of extends Operation> = Call<Of>;

const CallParameter = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<CallRequest>(),
);

function nestPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
