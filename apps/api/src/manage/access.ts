import {
  applyDecorators,
  type CallHandler,
  type CanActivate,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { ApiExtraModels, ApiResponse, ApiSecurity, ApiTags, getSchemaPath } from '@nestjs/swagger';
import express, { type Request, type Response } from 'express';
import type { Observable } from 'rxjs';
import { changeOf, IdempotencyKeyHeader } from '../console/http/change-of';
import { requireJson } from '../console/http/dashboard-gate.middleware';
import { ProblemView } from '../console/http/problem-view';
import { readBody } from '../console/http/read-body';
import { RequestValidationPipe } from '../console/http/request-validation.pipe';
import { ClientIps } from '../core/auth/client-ips';
import type { AuthenticatedKey, KeyedRequest } from '../core/auth/key-record';
import { type ManagementToken, tokenActor } from '../core/auth/management/management-token';
import { ManagementTokens } from '../core/auth/management/management-tokens';
import { KeyRateGuard } from '../core/rate-limit/key-rate.guard';
import type { Actor } from '../platform/audit/audit-log.repository';
import type { RequestedChange } from '../platform/idempotent-changes/idempotent-changes';
import { parameterProblem } from '../platform/problem';

/** Requests per second of a token. A program that manages keys needs few. */
const ratePerSecond = 10;
/** Keeps the rate counters of tokens apart from those of key families, whose ids stay far below, and of agents, which are negative. */
const firstCounter = 2 ** 52;

/** Who sends a request below /manage. */
export interface ManageCaller {
  readonly token: ManagementToken;
  readonly actor: Actor;
}

type ManageRequest = Request & KeyedRequest & { caller: ManageCaller };

@Injectable()
export class TokenGuard implements CanActivate {
  constructor(
    private readonly tokens: ManagementTokens,
    private readonly addresses: ClientIps,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ManageRequest>();
    http.getResponse<Response>().setHeader('cache-control', 'private, no-store');
    http.getResponse<Response>().setHeader('x-cost-usd', '0');
    const token = await this.tokens.authenticate(request);
    request.caller = { token, actor: tokenActor(token, this.addresses.of(request)) };
    // Only for the rate guard, which knows keys. No route below /manage reads it.
    const { id, accountId, prefix } = token;
    request.key = { id, accountId, keyFamilyId: id, prefix, ratePerSecond, isTest: false };
    return true;
  }
}

@Injectable()
export class TokenRateGuard extends KeyRateGuard {
  protected override readonly subject = 'management token';

  protected override countedAs({ id }: AuthenticatedKey): number {
    return firstCounter + id;
  }
}

const parse = express.json({ limit: '16kb', type: () => true });

@Injectable()
class BodyReader implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      requireJson(request);
      await readBody(parse, request, context.switchToHttp().getResponse<Response>());
    }
    return next.handle();
  }
}

/** Routes for programs with a management token. Only these routes accept such a token, and they accept nothing else. */
export function ManageController(path: string, tag: string): ClassDecorator {
  return applyDecorators(
    Controller(path ? `manage/${path}` : 'manage'),
    UseGuards(TokenGuard, TokenRateGuard),
    UseInterceptors(BodyReader),
    UsePipes(RequestValidationPipe),
    ApiTags(tag),
    ApiSecurity('token'),
    ApiSecurity('bearer'),
    ApiExtraModels(ProblemView),
    ApiResponse({
      status: 'default',
      description: 'An error',
      content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemView) } } },
    }),
  );
}

const callerOf = (context: ExecutionContext) => context.switchToHttp().getRequest<ManageRequest>().caller;

export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): ManageCaller => callerOf(context));

/** Declares that a route needs an idempotency key. Its handler takes {@link Change}. */
export const NeedsIdempotencyKey = () => IdempotencyKeyHeader(true);

export const Change = createParamDecorator((_: unknown, context: ExecutionContext): RequestedChange => {
  const request = context.switchToHttp().getRequest<ManageRequest>();
  if (request.headers['idempotency-key'] === undefined) throw keyMissing();
  const { id, accountId } = request.caller.token;
  return changeOf(request, { owner: `token ${id} of account ${accountId}`, role: 'token' });
});

const keyMissing = () =>
  parameterProblem(
    'header',
    'Idempotency-Key',
    'is missing: send a value of your own, such as a UUID, and repeat it when you send the request again',
  );
