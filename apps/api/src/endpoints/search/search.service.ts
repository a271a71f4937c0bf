import type { operations } from '@loupe/dto';
import { accountSerp, musicSearch, placesSearch, tagsSearch, topSerp } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { audioUnits, byCursor, deferrable, listShape, userList } from '../../gateway/answers/list-answer';
import type { UpstreamCursor } from '../../gateway/cursors';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { listPage } from '../../gateway/list-page';
import type { Reply } from '../../platform/http/reply';

type Search = typeof operations.search;

// The next page needs the page token, which has two names, and this page's rank token.
const ranked = byCursor(['page_token', 'next_page_token'], { more: 'has_more', second: 'rank_token' });
const users = userList(ranked);
const hashtags = listShape({ list: 'results', marks: { texts: ['results[].id', 'results[].name'] }, paging: ranked });
const audio = listShape({
  list: 'items',
  marks: audioUnits,
  paging: byCursor('page_info.next_max_id', { more: 'page_info.more_available' }),
});
const inSerp = deferrable('data.~xdt_fbsearch__top_serp');
const top = listShape({
  isStream: true,
  list: inSerp('edges'),
  item: inSerp('edges[].node'),
  marks: { objects: inSerp('edges[].node') },
  paging: byCursor(inSerp('page_info.end_cursor'), { more: inSerp('page_info.has_next_page') }),
});
const places = listShape({ list: 'items', marks: { objects: 'items[].location', texts: 'items[].title' } });

@Injectable()
export class SearchService {
  constructor(private readonly gateway: Gateway) {}

  users(call: CallOf<Search['users']>): Promise<Reply> {
    return this.gateway.handle(
      call,
      listPage({
        shape: users,
        request: (cursor) => accountSerp(rankedPage(call.params.query, cursor)),
      }),
    );
  }

  hashtags(call: CallOf<Search['hashtags']>): Promise<Reply> {
    return this.gateway.handle(
      call,
      listPage({
        shape: hashtags,
        request: (cursor) => tagsSearch(rankedPage(call.params.query, cursor)),
      }),
    );
  }

  audio(call: CallOf<Search['audio']>): Promise<Reply> {
    const { query, search_session_id, browse_session_id } = call.params;
    return this.gateway.handle(
      call,
      listPage({
        shape: audio,
        request: (cursor) => musicSearch(query, search_session_id, browse_session_id, cursor?.[0]),
      }),
    );
  }

  top(call: CallOf<Search['top']>): Promise<Reply> {
    const { query, search_session_id, serp_session_id } = call.params;
    return this.gateway.handle(
      call,
      listPage({
        shape: top,
        request: (cursor) => topSerp(query, search_session_id, serp_session_id, cursor?.[0]),
      }),
    );
  }

  places(call: CallOf<Search['places']>): Promise<Reply> {
    const { query, lat, lng } = call.params;
    return this.gateway.handle(call, listPage({ shape: places, request: () => placesSearch(query, lat, lng) }));
  }
}

function rankedPage(query: string, cursor: UpstreamCursor | undefined) {
  return { query, pageToken: cursor?.[0], rankToken: cursor?.[1] || undefined };
}
