import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { idempotencyKeyForm } from '../../../core/billing/top-ups';
import { faultsProblem } from '../../../platform/http/problem';

/** The Idempotency-Key header, 1 to 255 printable characters. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  idempotencyKeyOf(context.switchToHttp().getRequest<Request>()),
);

/** Documents that header on a route. */
export const NeedsIdempotencyKey = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: true,
    description: 'Any text of your own, new for each intent: the same one never acts twice',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });

function idempotencyKeyOf(request: Request): string {
  const given = request.headers['idempotency-key'];
  if (typeof given === 'string' && idempotencyKeyForm.test(given)) return given;
  const message = 'must be given: 1 to 255 printable characters, new for each top-up';
  throw faultsProblem([{ in: 'header', parameter: 'Idempotency-Key', message }]);
}
