import type { operations } from '@loupe/dto';
import { tagInfo, tagSections } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { objectAnswer, objectShape } from '../../gateway/answers/object-answer';
import { sectionMedia, sectionsCursor } from '../../gateway/answers/sections';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { listPage } from '../../gateway/list-page';
import type { Reply } from '../../platform/http/reply';

type Hashtags = typeof operations.hashtags;

// An unused hashtag comes as a record of zeros. A restricted hashtag may lack any member.
const hashtag = objectShape({
  object: '',
  absence: 'not_found',
  zeros: { id: 'id', count: 'media_count' },
  identity: ['id', 'name'],
  marks: ['warning_message', 'null_state'],
  omit: ['status'],
});

@Injectable()
export class HashtagsService {
  constructor(private readonly gateway: Gateway) {}

  byName(call: CallOf<Hashtags['byName']>): Promise<Reply> {
    return this.gateway.handle(call, async ({ upstream }) =>
      objectAnswer(await upstream.send(tagInfo(call.params.name)), hashtag),
    );
  }

  media(call: CallOf<Hashtags['top' | 'recent' | 'reels']>, tab: 'top' | 'recent' | 'clips'): Promise<Reply> {
    return this.gateway.handle(
      call,
      listPage({
        shape: sectionMedia,
        request: (cursor) => tagSections(call.params.name, tab, sectionsCursor(cursor)),
      }),
    );
  }
}
