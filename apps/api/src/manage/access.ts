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
import { hasBody, requireJson } from '../console/http/dashboard-gate.middleware';
import { ProblemView } from '../console/http/problem-view';
import { readBody } from '../console/http/read-body';
import { StrictValidationPipe } from '../console/http/request-validation.pipe';
import { ClientIps } from '../core/auth/client-ips';
import { type ManagementToken, tokenActor } from '../core/auth/management/management-token';
import { ManagementTokens } from '../core/auth/management/management-tokens';
import { ConcurrentRequests } from '../core/rate-limit/concurrent-requests';
import { enforce } from '../core/rate-limit/key-rate.guard';
import { counterOf, RateStore } from '../core/rate-limit/rate-store';
import type { Actor } from '../platform/audit/audit-log.repository';
import type { RequestedChange } from '../platform/idempotent-changes/idempotent-changes';
import { parameterProblem, tooManyRequests } from '../platform/problem';

/** Requests per second, and of a token also at once. A program that manages keys needs few. */
const limits = { token: 10, account: 40 };
/** Keep these rate counters apart from those of key families, whose ids stay far below, and of agents, which are negative. */
const firstCounter = { token: 2 ** 52, account: 2 ** 51 };

const policyOf = (perSecond: number) => `"key";q=${perSecond};w=1`;

/** Who sends a request below /manage. */
export interface ManageCaller {
  readonly token: ManagementToken;
  readonly actor: Actor;
}

type ManageRequest = Request & { caller: ManageCaller };

/** Checks the rate of the sent token, whether it is valid or not, before it reads the database. */
@Injectable()
export class TokenGuard implements CanActivate {
  private readonly inFlight = new ConcurrentRequests(limits.token);

  constructor(
    private readonly tokens: ManagementTokens,
    private readonly addresses: ClientIps,
    private readonly rates: RateStore,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<ManageRequest>(), http.getResponse<Response>()];
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('x-cost-usd', '0');
    const hash = this.tokens.hashOfSent(request);
    await this.admit(firstCounter.token + counterOf(hash), response);
    const token = await this.tokens.authenticate(hash, request);
    const ofAccount = await this.rates.admit(firstCounter.account + token.accountId, limits.account);
    if (!ofAccount.admitted) {
      response.setHeader('RateLimit-Policy', policyOf(limits.account));
      enforce(response, limits.account, ofAccount, ' All tokens of the account count.', 'account');
    }
    request.caller = { token, actor: tokenActor(token, this.addresses.of(request)) };
    return true;
  }

  private async admit(counted: number, response: Response): Promise<void> {
    response.setHeader('RateLimit-Policy', policyOf(limits.token));
    if (!this.inFlight.enter(counted, response)) {
      response.setHeader('RateLimit', '"key";r=0;t=1');
      throw tooManyRequests(
        'concurrency',
        `This management token has ${limits.token} requests in flight. Try again in 1 s.`,
        1,
      );
    }
    enforce(response, limits.token, await this.rates.admit(counted, limits.token), '', 'management token');
  }
}

const parse = express.json({ limit: '16kb', type: () => true });

@Injectable()
class BodyReader implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // No browser sends a credential by itself here, so a request without a body needs no type.
      if (hasBody(request)) requireJson(request);
      await readBody(parse, request, context.switchToHttp().getResponse<Response>());
    }
    return next.handle();
  }
}

/** Routes for programs with a management token. Only these routes accept such a token, and they accept nothing else. */
export function ManageController(path: string, tag: string): ClassDecorator {
  return applyDecorators(
    Controller(path ? `manage/${path}` : 'manage'),
    UseGuards(TokenGuard),
    UseInterceptors(BodyReader),
    UsePipes(StrictValidationPipe),
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
