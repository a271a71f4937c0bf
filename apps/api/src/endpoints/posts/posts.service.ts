import type { operations } from '@loupe/dto';
import { mediaComments, mediaInfo, mediaLikers, UpstreamFailure } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { userList } from '../../gateway/answers/list-answer';
import { objectAnswer, objectShape } from '../../gateway/answers/object-answer';
import { pageParametersOf } from '../../gateway/answers/two-way-paging';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { listPage } from '../../gateway/list-page';
import { requirePost, requirePostOf } from '../../gateway/post-reference';
import { requireVisible } from '../../gateway/profiles';
import type { Reply } from '../../platform/http/reply';
import { readCommentPage, writeCommentPage } from './comment-stream';

type Posts = typeof operations.posts;

const media = objectShape({ object: 'items[]', absence: 'not_found', identity: 'items[].pk' });
const likers = userList();

@Injectable()
export class PostsService {
  constructor(private readonly gateway: Gateway) {}

  byId(call: CallOf<Posts['byId']>): Promise<Reply> {
    const { pk, ownerId } = requirePost('post_id', call.params.post_id);
    return this.gateway.handle(call, async ({ upstream }) => {
      try {
        return objectAnswer(await upstream.send(mediaInfo(pk)), media);
      } catch (error) {
        // A post of a private account may look like a missing post.
        const isMissing = error instanceof UpstreamFailure && error.kind === 'not_found';
        if (isMissing && ownerId !== undefined) await requireVisible(ownerId, upstream);
        throw error;
      }
    });
  }

  comments(call: CallOf<Posts['comments']>): Promise<Reply> {
    const { post_id, user_id, carousel_media_id, carousel_index } = call.params;
    const { pk } = requirePostOf('post_id', post_id, user_id);
    if (carousel_media_id !== undefined) requirePostOf('carousel_media_id', carousel_media_id, user_id);
    const child = { carouselMediaId: carousel_media_id, carouselIndex: carousel_index };
    return this.gateway.handle(call, async ({ upstream, cursor, continueAt }) => {
      const request = mediaComments(pk, user_id, { ...pageParametersOf(cursor?.cursor), ...child });
      const page = readCommentPage(await upstream.send(request), cursor?.cursor);
      if (page.isEmpty && !cursor && !page.next) await requireVisible(user_id, upstream);
      const next = continueAt(page.next);
      const older = page.next?.[1] === 'max' ? next : continueAt(page.older);
      return writeCommentPage(page, `${pk}_${user_id}`, { next, older });
    });
  }

  likers(call: CallOf<Posts['likers']>): Promise<Reply> {
    const { post_id, user_id } = call.params;
    const { pk } = requirePostOf('post_id', post_id, user_id);
    return this.gateway.handle(
      call,
      listPage({
        shape: likers,
        request: () => mediaLikers(pk, user_id),
        ifEmpty: (upstream) => requireVisible(user_id, upstream),
      }),
    );
  }
}
