import { compileShape } from '@loupe/lossless-json';
import { UpstreamFailure, type UpstreamRequest, userInfo } from '@loupe/upstream-client';
import { objectAnswer, objectShape } from './answers/object-answer';
import { failurePaths, hasId, malformedUpstream, scanBody } from './answers/upstream-body';
import type { UpstreamResult } from './answers/upstream-result';
import type { CallUpstream } from './upstreams';

// Some upstream hosts wrap the user in `data`.
const places = ['user', 'data.user'];
const pks = places.map((user) => `${user}.pk`);
const profile = objectShape({ object: places, absence: 'user_not_found', identity: pks });
const privacy = compileShape({
  user: places,
  pk: pks,
  isPrivate: places.map((user) => `${user}.is_private`),
  ...failurePaths,
});

/** Fetches the profile of a user by its pk. @throws {UpstreamFailure} */
export async function fetchProfile(pk: string, upstream: CallUpstream): Promise<UpstreamResult> {
  return objectAnswer(await upstream.send(userInfo(pk), 'user'), profile);
}

/** @throws {UpstreamFailure} when there is no such user, or the account is private. */
export async function requireVisible(pk: string, upstream: CallUpstream): Promise<void> {
  const scan = scanBody(await upstream.send(userInfo(pk), 'user'), privacy);
  const user = scan.one('user');
  if (user?.type === 'null') throw new UpstreamFailure('user_not_found', 'user is null');
  if (user?.type !== 'object') throw malformedUpstream('user');
  if (!hasId(scan, scan.one('pk'))) throw malformedUpstream('user.pk');
  if (scan.one('isPrivate')?.type === 'true') throw new UpstreamFailure('private', 'is_private');
}

/** Fetches a user's content and, at the same time, the profile. @throws {UpstreamFailure} if the profile is private or missing */
export async function sendIfVisible(pk: string, request: UpstreamRequest, upstream: CallUpstream): Promise<Buffer> {
  const body = upstream.send(request, 'user');
  // Until the profile is checked, a rejection of this request must not count as unhandled.
  body.catch(() => undefined);
  await requireVisible(pk, upstream);
  return body;
}
