import { compileShape } from '@loupe/lossless-json';
import { reelsMedia, UpstreamFailure } from '@loupe/upstream-client';
import { failurePaths, hasId, malformedUpstream, scanBody } from './answers/upstream-body';
import type { CallUpstream } from './upstreams';

const shape = compileShape({
  reels: 'reels',
  reel: 'reels.~highlight:',
  owner: 'reels.~highlight:.user.pk',
  ...failurePaths,
});

/** Fetches the body with the highlight. @throws {UpstreamFailure} also if the highlight does not exist */
export async function fetchReel(id: string, upstream: CallUpstream): Promise<Buffer> {
  const body = await sendReel(id, upstream);
  readReel(Buffer.from(body));
  return body;
}

/** The pk of the highlight's owner; null when the upstream does not say. */
export async function ownerOfReel(id: string, upstream: CallUpstream): Promise<string | null> {
  const scan = readReel(await sendReel(id, upstream));
  const owner = scan.one('owner');
  return hasId(scan, owner) ? scan.text(owner!) : null;
}

function sendReel(id: string, upstream: CallUpstream): Promise<Buffer> {
  return upstream.send(reelsMedia(`highlight:${id}`));
}

function readReel(body: Buffer) {
  const scan = scanBody(body, shape);
  if (scan.one('reels')?.type !== 'object') throw malformedUpstream('reels');
  if (scan.one('reel')?.type !== 'object') throw new UpstreamFailure('not_found', 'no such reel');
  return scan;
}
