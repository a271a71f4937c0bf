import type { UpstreamRequest } from '../request';

/** Position in a sectioned list; the three values belong together. */
export interface SectionsCursor {
  maxId: string;
  page?: string | undefined;
  /** JSON array, as received. */
  mediaIds?: string | undefined;
}

/** A flat object: `{id, name, media_count, …}`. */
export function tagInfo(name: string): UpstreamRequest {
  return {
    name: 'tags.info',
    method: 'GET',
    path: `/api/v1/tags/${encodeURIComponent(name)}/info/`,
    about: `tag ${name}`,
  };
}

/** `{sections: […], more_available, next_max_id, next_page, next_media_ids}` */
export function tagSections(
  name: string,
  tab: 'top' | 'recent' | 'clips',
  cursor: SectionsCursor | undefined,
): UpstreamRequest {
  return {
    name: 'tags.sections',
    method: 'POST',
    path: `/api/v1/tags/${encodeURIComponent(name)}/sections/`,
    about: `tag ${name}`,
    form: { tab, media_recency_filter: tab === 'recent' ? 'top_recent_posts' : 'default', ...sectionFields(cursor) },
  };
}

/** A flat object; without `name` the location does not exist. */
export function locationInfo(pk: string): UpstreamRequest {
  return {
    name: 'locations.info',
    method: 'GET',
    path: `/api/v1/locations/${pk}/location_info/`,
    about: `place ${pk}`,
  };
}

/** Like {@link tagSections}. */
export function locationSections(
  pk: string,
  tab: 'ranked' | 'recent',
  cursor: SectionsCursor | undefined,
): UpstreamRequest {
  return {
    name: 'locations.sections',
    method: 'POST',
    path: `/api/v1/locations/${pk}/sections/`,
    about: `place ${pk}`,
    form: { tab, ...sectionFields(cursor) },
  };
}

function sectionFields(cursor: SectionsCursor | undefined): Record<string, string | undefined> {
  return {
    include_persistent: 'false',
    surface: 'grid',
    page: cursor?.page,
    max_id: cursor?.maxId,
    next_media_ids: cursor?.mediaIds,
  };
}

/** `{items: [{track}], page_info}` */
export function musicTrending(cursor: string | undefined): UpstreamRequest {
  return {
    name: 'music.trending',
    method: 'POST',
    path: '/api/v1/music/trending/',
    about: 'trending audio',
    form: { product: 'feed_post', cursor },
  };
}

/** Track and reels in one response; `metadata` is null for an unknown track. */
export function clipsMusic(audioId: string, maxId: string | undefined): UpstreamRequest {
  return {
    name: 'clips.music',
    method: 'POST',
    path: '/api/v1/clips/music/',
    about: `audio ${audioId}`,
    form: { audio_cluster_id: audioId, original_sound_audio_asset_id: audioId, tab_type: 'clips', max_id: maxId },
  };
}
