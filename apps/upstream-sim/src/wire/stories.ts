import { shortcodeFromPk } from '@loupe/media-id';
import { mix } from '../world/chance';
import { graphId } from '../world/ids';
import { type Story, storyCompositeId } from '../world/stories';
import { float, type JsonObject, rotated } from './json';
import { imageVersions, videoFrames, videoVersions } from './pictures';
import { unannounced } from './releases';
import STORY from './templates/story.json';
import { authorOf } from './users';
import type { View } from './view';

const STORY_HEIGHT = 1920;
const DAY_SECONDS = 86_400;

/** Stickers, which no story has; their names still count when the order of members is decided. */
const STICKERS =
  'story_hashtags story_locations story_polls story_questions story_quizs story_sliders story_countdowns ' +
  'story_link_stickers story_cta story_feed_media story_music_stickers reel_mentions';
const NO_STICKERS: JsonObject = Object.fromEntries(STICKERS.split(' ').map((name) => [name, undefined]));

/** One story, active or archived: some 90 keys. */
export function storyItem(view: View, story: Story): JsonObject {
  const id = storyCompositeId(story);
  const mediaType = story.isVideo ? 2 : 1;
  const object = {
    ...NO_STICKERS,
    ...STORY,
    pk: story.pk,
    id,
    strong_id__: id,
    fbid: graphId('story', story.draw),
    code: shortcodeFromPk(story.pk),
    taken_at: story.takenAt,
    device_timestamp: story.takenAt * 1000 - 4000,
    expiring_at: story.takenAt + DAY_SECONDS,
    media_type: mediaType,
    original_media_type: mediaType,
    product_type: story.draw % 2 ? 'story' : undefined,
    is_reel_media: true,
    original_width: 1080,
    original_height: STORY_HEIGHT,
    client_cache_key: Buffer.from(`${story.pk}.3`).toString('base64'),
    ...storyPictures(view, story),
    user: authorOf(view, view.world.userAt(story.owner)),
    ...unannounced(story.draw),
  };
  return rotated(object, mix(story.draw, 9));
}

function storyPictures(view: View, story: Story): JsonObject {
  if (!story.isVideo) return { image_versions2: imageVersions(view, story.pk, STORY_HEIGHT, story.draw) };
  return {
    image_versions2: videoFrames(view, story.pk, STORY_HEIGHT, story.durationMs, story.draw),
    video_versions: videoVersions(view, story.pk),
    video_duration: float(story.durationMs / 1000),
    has_audio: true,
    number_of_qualities: 3,
  };
}
