import type { operations } from '@loupe/dto';
import { mediaComments, mediaInfo, mediaLikers, UpstreamClient, UpstreamFailure } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { userList } from '../../gateway/answers/list-answer';
import { objectAnswer, objectShape } from '../../gateway/answers/object-answer';
import { wayOn } from '../../gateway/answers/two-way-paging';
import { Cursors } from '../../gateway/cursors';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { Lists } from '../../gateway/lists';
import { requirePost, requirePostOf } from '../../gateway/post-reference';
import { Profiles } from '../../gateway/profiles';
import type { Reply } from '../../platform/http/reply';
import { readCommentPage, writeCommentPage } from './comment-stream';

type Posts = typeof operations.posts;

const media = objectShape({ object: 'items[]', absence: 'not_found', identity: 'items[].pk' });
const likers = userList();

@Injectable()
export class PostsService {
  constructor(
    private readonly gateway: Gateway,
    private readonly lists: Lists,
    private readonly cursors: Cursors,
    private readonly profiles: Profiles,
    private readonly upstream: UpstreamClient,
  ) {}

  byId(call: CallOf<Posts['byId']>): Promise<Reply> {
    const { pk, ownerId } = requirePost('post_id', call.params.post_id);
    return this.gateway.charged(call, async () => {
      try {
        return objectAnswer(await this.upstream.send(mediaInfo(pk), call.exchange), media);
      } catch (error) {
        // The post of a private account may look like one that does not exist.
        const isMissing = error instanceof UpstreamFailure && error.kind === 'not_found';
        if (isMissing && ownerId !== undefined) await this.profiles.requireVisible(ownerId, call.exchange);
        throw error;
      }
    });
  }

  comments(call: CallOf<Posts['comments']>): Promise<Reply> {
    const { post_id, user_id, carousel_media_id, carousel_index } = call.params;
    const { pk } = requirePostOf('post_id', post_id, user_id);
    if (carousel_media_id !== undefined) requirePostOf('carousel_media_id', carousel_media_id, user_id);
    const asked = this.cursors.open(call);
    const child = { carouselMediaId: carousel_media_id, carouselIndex: carousel_index };
    const request = mediaComments(pk, user_id, { ...wayOn(asked?.cursor), ...child });
    return this.gateway.charged(call, async () => {
      const page = readCommentPage(await this.upstream.send(request, call.exchange), asked?.cursor);
      if (page.isEmpty && !asked && !page.next) await this.profiles.requireVisible(user_id, call.exchange);
      const next = this.cursors.next(call, page.next, asked);
      const older = page.next?.[1] === 'max' ? next : this.cursors.next(call, page.older, asked);
      return writeCommentPage(page, `${pk}_${user_id}`, { next, older });
    });
  }

  likers(call: CallOf<Posts['likers']>): Promise<Reply> {
    const { post_id, user_id } = call.params;
    const { pk } = requirePostOf('post_id', post_id, user_id);
    return this.lists.page(call, {
      shape: likers,
      request: () => mediaLikers(pk, user_id),
      ifEmpty: () => this.profiles.requireVisible(user_id, call.exchange),
    });
  }
}
