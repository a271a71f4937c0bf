import type { operations } from '@loupe/dto';
import { mediaComments, mediaInfo, mediaLikers, UpstreamClient } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { listShape } from '../../gateway/answers/list-answer';
import { objectAnswer, objectShape } from '../../gateway/answers/object-answer';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { Lists } from '../../gateway/lists';
import { requirePost, requirePostOf } from '../../gateway/post-reference';
import type { Reply } from '../../platform/http/reply';
import { commentStream } from './comment-stream';

type Posts = typeof operations.posts;

const media = objectShape({ object: 'items[]', absence: 'not_found' });
const likers = listShape({ list: 'users' });

@Injectable()
export class PostsService {
  constructor(
    private readonly gateway: Gateway,
    private readonly lists: Lists,
    private readonly upstream: UpstreamClient,
  ) {}

  byId(call: CallOf<Posts['byId']>): Promise<Reply> {
    const { pk } = requirePost('post_id', call.params.post_id);
    return this.gateway.charged(call, async () =>
      objectAnswer(await this.upstream.send(mediaInfo(pk), call.exchange), media),
    );
  }

  comments(call: CallOf<Posts['comments']>): Promise<Reply> {
    const { post_id, user_id, min_id, max_id, carousel_media_id, carousel_index } = call.params;
    const { pk } = requirePostOf('post_id', post_id, user_id);
    if (carousel_media_id !== undefined) requirePostOf('carousel_media_id', carousel_media_id, user_id);
    const page = { minId: min_id, maxId: max_id, carouselMediaId: carousel_media_id, carouselIndex: carousel_index };
    return this.gateway.charged(call, async () => {
      const body = await this.upstream.send(mediaComments(pk, user_id, page), call.exchange);
      return commentStream(body, `${pk}_${user_id}`, page);
    });
  }

  likers(call: CallOf<Posts['likers']>): Promise<Reply> {
    const { post_id, user_id } = call.params;
    const { pk } = requirePostOf('post_id', post_id, user_id);
    return this.lists.page(call, { shape: likers, request: () => mediaLikers(pk, user_id) });
  }
}
