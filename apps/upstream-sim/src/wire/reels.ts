import { pick } from '../world/chance';
import { type Highlight, highlightNumber, type Story, storyCompositeId } from '../world/stories';
import type { User } from '../world/users';
import vocabulary from '../world/vocabulary/profiles.json';
import { float, type JsonObject, rotated } from './json';
import { storyItem } from './stories';
import HIGHLIGHT from './templates/highlight.json';
import STORY_REEL from './templates/story-reel.json';
import { authorOf } from './users';
import type { View } from './view';

const DAY_SECONDS = 86_400;

/** An account's active stories as a reel. Its id is a number; those of highlights are strings. */
export function storyReel(view: View, user: User, stories: readonly Story[]): JsonObject | null {
  const newest = stories.at(-1);
  if (!newest) return null;
  return {
    ...STORY_REEL,
    id: user.pk,
    strong_id__: String(user.pk),
    latest_reel_media: newest.takenAt,
    expiring_at: newest.takenAt + DAY_SECONDS,
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
    ...HIGHLIGHT,
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

/** An entry of a profile's tray, which lacks the items. */
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
