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
  return (await readReel(id, upstream)).body;
}

/** The pk of the highlight's owner; null when the upstream does not say. */
export async function ownerOfReel(id: string, upstream: CallUpstream): Promise<string | null> {
  const { scan } = await readReel(id, upstream);
  const owner = scan.one('owner');
  return hasId(scan, owner) ? scan.text(owner!) : null;
}

async function readReel(id: string, upstream: CallUpstream) {
  const body = await upstream.send(reelsMedia(`highlight:${id}`));
  const scan = scanBody(body, shape);
  if (scan.one('reels')?.type !== 'object') throw malformedUpstream('reels');
  if (scan.one('reel')?.type !== 'object') throw new UpstreamFailure('not_found', 'no such reel');
  return { body, scan };
}
