import { compileShape } from '@loupe/lossless-json';
import { type Exchange, UpstreamClient, UpstreamFailure, userInfo } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { objectAnswer, objectShape } from '../gateway/answers/object-answer';
import { failurePaths, scanBody } from '../gateway/answers/upstream-body';

const profile = objectShape({ object: 'user', absence: 'user_not_found' });
const privacy = compileShape({ isPrivate: 'user.is_private', ...failurePaths });

/** Profiles of users, and what other operations need to know of them. */
@Injectable()
export class Profiles {
  constructor(private readonly upstream: UpstreamClient) {}

  /** The profile object itself. */
  async byId(pk: string, exchange: Exchange): Promise<Buffer> {
    return objectAnswer(await this.upstream.send(userInfo(pk), exchange, 'user'), profile);
  }

  /** @throws {UpstreamFailure} when there is no such user, or the account is private. */
  async requireVisible(pk: string, exchange: Exchange): Promise<void> {
    const body = await this.upstream.send(userInfo(pk), exchange, 'user');
    objectAnswer(body, profile);
    if (scanBody(body, privacy).one('isPrivate')?.type === 'true') throw new UpstreamFailure('private', 'is_private');
  }
}
