import { Body, Post, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, Response } from 'express';
import { KeyAuthenticator } from '../../core/auth/key-authenticator';
import type { AuthenticatedKey, KeyedRequest } from '../../core/auth/key-record';
import { KeySetRefresher } from '../../core/auth/key-set.refresher';
import { BuiltInKeys } from '../../core/auth/lifecycle/built-in-keys';
import { declaredOperationOf } from '../../platform/http/declared-routes';
import { Problem, parameterProblem } from '../../platform/problem';
import { DashboardController, Developers } from '../access/access';
import { AccountInView, actorOf, CurrentUser, type DashboardRequest, type SignedIn } from '../access/signed-in';
import { TextField } from '../fields/fields';
import { Answers } from '../http/answers';

export class PlaygroundCallBody {
  @TextField({ max: 8_000, example: '/users/1001/followers' }) path: string;
}

/** Dispatches the call in the body to the data API with the built-in key, so that rate, caps and charging apply. */
@DashboardController('playground', 'Playground')
@Developers()
export class PlaygroundController {
  constructor(
    private readonly keys: BuiltInKeys,
    private readonly keySet: KeySetRefresher,
    private readonly authenticator: KeyAuthenticator,
    private readonly host: HttpAdapterHost,
  ) {}

  @Post()
  @Answers(200, 'Call the data API with the built-in key, and return the response of the call')
  async call(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { path }: PlaygroundCallBody,
    @Req() request: DashboardRequest & Partial<KeyedRequest>,
    @Res() response: Response,
  ): Promise<void> {
    if (!path.startsWith('/') || !declaredOperationOf(path)) throw notAnOperation;
    const key = await this.keyOf(accountId, user, request);
    Object.assign(request, { method: 'GET', url: path, originalUrl: path, key });
    this.host.httpAdapter.getInstance<Express>()(request, response);
  }

  private async keyOf(accountId: number, user: SignedIn, request: DashboardRequest): Promise<AuthenticatedKey> {
    const { isNew, ...key } = await this.keys.of(accountId, actorOf(user));
    const known = isNew ? undefined : this.authenticator.ofSession(key, request);
    if (known) return known;
    await this.keySet.refresh();
    const found = this.authenticator.ofSession(key, request);
    if (!found)
      throw new Problem('service_unavailable', 'This process does not know the key yet. Try again in a moment.');
    return found;
  }
}

const notAnOperation = parameterProblem('body', 'path', 'must be the path of a data API operation');
