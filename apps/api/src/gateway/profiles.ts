import { compileShape } from '@loupe/lossless-json';
import { type Exchange, UpstreamClient, UpstreamFailure, type UpstreamRequest, userInfo } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import type { Answer } from './answers/answer';
import { objectAnswer, objectShape } from './answers/object-answer';
import { failurePaths, malformedUpstream, saysId, scanBody } from './answers/upstream-body';

// Some of the upstream's hosts wrap the user in `data`.
const places = ['user', 'data.user'];
const pks = places.map((user) => `${user}.pk`);
const profile = objectShape({ object: places, absence: 'user_not_found', identity: pks });
const privacy = compileShape({
  user: places,
  pk: pks,
  isPrivate: places.map((user) => `${user}.is_private`),
  ...failurePaths,
});

@Injectable()
export class Profiles {
  constructor(private readonly upstream: UpstreamClient) {}

  async byId(pk: string, exchange: Exchange): Promise<Answer> {
    return objectAnswer(await this.upstream.send(userInfo(pk), exchange, 'user'), profile);
  }

  /** @throws {UpstreamFailure} when there is no such user, or the account is private. */
  async requireVisible(pk: string, exchange: Exchange): Promise<void> {
    const scan = scanBody(await this.upstream.send(userInfo(pk), exchange, 'user'), privacy);
    const user = scan.one('user');
    if (user?.type === 'null') throw new UpstreamFailure('user_not_found', 'user is null');
    if (user?.type !== 'object') throw malformedUpstream('user');
    if (!saysId(scan, scan.one('pk'))) throw malformedUpstream('user.pk');
    if (scan.one('isPrivate')?.type === 'true') throw new UpstreamFailure('private', 'is_private');
  }

  /** The body of a request about a user whose content must be visible; both are asked at once, and the profile decides first. */
  async sendIfVisible(pk: string, request: UpstreamRequest, exchange: Exchange): Promise<Buffer> {
    const body = this.upstream.send(request, exchange, 'user');
    // Until the profile has been looked at, a failure of the other request is nobody's.
    body.catch(() => undefined);
    await this.requireVisible(pk, exchange);
    return body;
  }
}
