import type { operations } from '@loupe/dto';
import { canonicalPostUrl, parsePlatformUrl, type ShareTarget } from '@loupe/media-id';
import { oembed } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { objectAnswer, objectShape } from '../../gateway/answers/object-answer';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { ownerOfReel } from '../../gateway/highlight-reels';
import type { Reply } from '../../platform/http/reply';
import { parameterProblem } from '../../platform/problem';

type OembedCall = CallOf<typeof operations.oembed.byUrl>;

const embed = objectShape({ object: '', absence: 'not_found', identity: 'media_id', omit: ['status'] });

@Injectable()
export class OembedService {
  constructor(private readonly gateway: Gateway) {}

  /** Parses the URL, but never fetches it. The upstream gets a canonical URL. */
  async byUrl(call: OembedCall): Promise<Reply> {
    const url = parsePlatformUrl(call.params.url);
    if (url?.kind === 'share') return this.shareLink(call, url.target);
    if (url?.kind !== 'post') throw notEmbeddable;
    const request = oembed(canonicalPostUrl(url.code), url.pk);
    return this.gateway.handle(call, async ({ upstream }) => objectAnswer(await upstream.send(request), embed));
  }

  /** Decodes a share link free of charge. A link without its author needs the upstream, at the usual price. */
  private shareLink(call: OembedCall, target: ShareTarget): Promise<Reply> {
    if (target.authorId !== undefined) return this.gateway.free(call, shareAnswer(target, target.authorId));
    return this.gateway.handle(call, async ({ upstream }) => {
      const author = await ownerOfReel(target.reelId, upstream);
      return { body: Buffer.from(JSON.stringify(shareAnswer(target, author))) };
    });
  }
}

function shareAnswer({ type, reelId, mediaId }: ShareTarget, authorId: string | null) {
  return { type, reel_id: reelId, author_id: authorId, media_id: mediaId ?? null };
}

const notEmbeddable = parameterProblem(
  'query',
  'url',
  'must be the URL of a post or a reel on the platform, or a /s/ share link',
  'invalid_parameter',
);
