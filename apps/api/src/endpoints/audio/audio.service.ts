import type { operations } from '@loupe/dto';
import { clipsMusic, musicTrending } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { audioUnits, byCursor, listShape } from '../../gateway/answers/list-answer';
import { objectAnswer, objectShape } from '../../gateway/answers/object-answer';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { listPage } from '../../gateway/list-page';
import type { Reply } from '../../platform/http/reply';

type Audio = typeof operations.audio;

const trending = listShape({
  list: 'items',
  marks: audioUnits,
  paging: byCursor('page_info.next_max_id', { more: 'page_info.more_available' }),
});

// Tracks and original sounds have their ids in different places.
const ids = [
  ...['music_asset_info.audio_cluster_id', 'music_asset_info.audio_asset_id', 'music_asset_info.id'].map(
    (id) => `metadata.music_info.${id}`,
  ),
  ...['metadata.music_info.music_canonical_id', 'metadata.original_sound_info.audio_asset_id'],
  ...['music_canonical_id', 'audio_page_reporting_id'],
];

// Header and reels come in one response. Audio that does not exist has no metadata.
const page = objectShape({
  object: '',
  absence: 'not_found',
  proof: 'metadata',
  identity: ids,
  omit: ['items', 'paging_info', 'status'],
});
const medias = listShape({
  list: 'items',
  item: 'items[].media',
  marks: { texts: ['items[].media.pk', 'items[].media.id'] },
  proof: 'metadata',
  identity: ids,
  paging: byCursor('paging_info.max_id', { more: 'paging_info.more_available' }),
});

@Injectable()
export class AudioService {
  constructor(private readonly gateway: Gateway) {}

  trending(call: CallOf<Audio['trending']>): Promise<Reply> {
    return this.gateway.handle(call, listPage({ shape: trending, request: (cursor) => musicTrending(cursor?.[0]) }));
  }

  byId(call: CallOf<Audio['byId']>): Promise<Reply> {
    const request = clipsMusic(call.params.audio_id, undefined);
    return this.gateway.handle(call, async ({ upstream }) => objectAnswer(await upstream.send(request), page));
  }

  medias(call: CallOf<Audio['medias']>): Promise<Reply> {
    return this.gateway.handle(
      call,
      listPage({ shape: medias, request: (cursor) => clipsMusic(call.params.audio_id, cursor?.[0]) }),
    );
  }
}
