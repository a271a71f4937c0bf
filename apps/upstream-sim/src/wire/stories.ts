import { shortcodeFromPk } from '@loupe/media-id';
import { mix, pick } from '../world/chance';
import { graphId } from '../world/ids';
import { type Highlight, highlightNumber, type Story, storyCompositeId } from '../world/stories';
import type { User } from '../world/users';
import vocabulary from '../world/vocabulary/profiles.json';
import { float, type JsonObject, rotated } from './json';
import { imageVersions, videoFrames, videoVersions } from './pictures';
import { unannounced } from './releases';
import { isSparse, sparseStory } from './sparse';
import highlightTemplate from './templates/highlight.json';
import storyTemplate from './templates/story.json';
import storyReelTemplate from './templates/story-reel.json';
import { authorOf } from './users';
import type { View } from './view';

const storyHeight = 1920;
const daySeconds = 86_400;

export function storyItem(view: View, story: Story): JsonObject {
  const id = storyCompositeId(story);
  const mediaType = story.isVideo ? 2 : 1;
  const owner = view.world.userAt(story.owner);
  const object = {
    ...storyTemplate,
    pk: story.pk,
    id,
    strong_id__: id,
    fbid: graphId('story', story.draw),
    code: shortcodeFromPk(story.pk),
    taken_at: story.takenAt,
    device_timestamp: story.takenAt * 1000 - 4000,
    expiring_at: story.takenAt + daySeconds,
    media_type: mediaType,
    original_media_type: mediaType,
    original_width: 1080,
    original_height: storyHeight,
    client_cache_key: Buffer.from(`${story.pk}.3`).toString('base64'),
    ...storyPictures(view, story),
    user: authorOf(view, owner),
    ...(isSparse(owner) ? sparseStory(story.isVideo) : {}),
    ...unannounced(story.draw),
  };
  return rotated(object, mix(story.draw, 9));
}

function storyPictures(view: View, story: Story): JsonObject {
  if (!story.isVideo) return { image_versions2: imageVersions(view, story.pk, storyHeight, story.draw) };
  return {
    image_versions2: videoFrames(view, story.pk, storyHeight, story.durationMs, story.draw),
    video_versions: videoVersions(view, story.pk),
    video_duration: float(story.durationMs / 1000),
    has_audio: true,
    number_of_qualities: 3,
  };
}

/** Active stories as a reel. Its id is a number; ids of highlights are strings. */
export function storyReel(view: View, user: User, stories: readonly Story[]): JsonObject | null {
  const newest = stories.at(-1);
  if (!newest) return null;
  return {
    ...storyReelTemplate,
    id: user.pk,
    strong_id__: String(user.pk),
    latest_reel_media: newest.takenAt,
    expiring_at: newest.takenAt + daySeconds,
    user: authorOf(view, user),
    media_count: stories.length,
    media_ids: stories.map(({ pk }) => pk),
    items: stories.map((story) => storyItem(view, story)),
  };
}

export const highlightKey = (highlight: Highlight): string => `highlight:${highlightNumber(highlight)}`;

function highlightFrame(view: View, highlight: Highlight): JsonObject {
  const id = highlightKey(highlight);
  const items = view.world.stories.itemsOf(highlight);
  return {
    ...highlightTemplate,
    id,
    strong_id__: id,
    title: pick(highlight.draw, vocabulary.highlightTitles),
    created_at: highlight.createdAt,
    updated_timestamp: highlight.createdAt,
    is_pinned_highlight: highlight.ordinal === 0 && highlight.draw % 3 === 0,
    cover_media: coverOf(view, highlight, items[0] as Story),
    ranked_position: -highlight.createdAt,
    seen_ranked_position: -highlight.createdAt,
    media_count: items.length,
    latest_reel_media: items.at(-1)?.takenAt ?? 0,
    user: authorOf(view, view.world.userAt(highlight.owner)),
  };
}

function coverOf(view: View, highlight: Highlight, first: Story): JsonObject {
  return {
    media_id: highlight.draw % 4 === 0 ? null : storyCompositeId(first),
    upload_id: highlight.draw % 4 === 0 ? '1764138733123' : null,
    crop_rect: [float(0), 0.21875, float(1), 0.78125],
    cropped_image_version: {
      width: 150,
      height: 150,
      url: view.links.picture('media', first.pk, 150, 150),
      scans_profile: highlight.draw % 5 === 0 ? undefined : 'e35',
      estimated_scans_sizes: [420, 840],
    },
    full_image_version: null,
  };
}

export const trayEntry = (view: View, highlight: Highlight): JsonObject =>
  rotated({ ...highlightFrame(view, highlight), items: [] }, highlight.draw);

export function highlightReel(view: View, highlight: Highlight): JsonObject {
  const stories = view.world.stories.itemsOf(highlight);
  return {
    ...highlightFrame(view, highlight),
    disabled_reply_types: ['story_selfie_reply'],
    media_ids: stories.map(({ pk }) => pk),
    items: stories.map((story) => storyItem(view, story)),
  };
}
