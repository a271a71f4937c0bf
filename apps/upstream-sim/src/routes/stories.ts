import { type Answer, json } from '../wire/answer';
import { opaqueCursor } from '../wire/cursors';
import type { JsonObject } from '../wire/json';
import type { Treatment } from '../wire/paging';
import { refusal } from '../wire/refusals';
import { highlightReel, storyReel, trayEntry } from '../wire/stories';
import type { View } from '../wire/view';
import { type Highlight, highlightPlace } from '../world/stories';
import type { User } from '../world/users';
import { type Call, get, type Operation, param, post } from './operation';
import { namedUser } from './subjects';

/** Reels of private accounts look like missing reels. */
function visibleReel(view: View, user: User | undefined): JsonObject | null {
  if (user?.privacy !== 'public') return null;
  return storyReel(view, user, view.world.stories.active(user.index, view.nowSeconds));
}

function treated(reel: JsonObject | null, { quirk }: Treatment): JsonObject | null | undefined {
  if (quirk === 'no_reel') return undefined;
  if (quirk === 'private_empty') return null;
  return quirk === 'null_items' && reel ? { ...reel, items: null } : reel;
}

function userStory(call: Call): Answer {
  const { view, treatment } = call;
  const reel = treated(visibleReel(view, namedUser(view.world, param(call, 'pk'))), treatment);
  return json({ broadcast: null, reel, unviewable_authors_info: null, status: 'ok' });
}

function highlightsOf(view: View, user: User | undefined): Highlight[] {
  if (user?.privacy !== 'public') return [];
  const { stories } = view.world;
  const all = Array.from({ length: stories.highlightCount(user.index) }, (_, i) => stories.highlightAt(user.index, i));
  return all.reverse() as Highlight[];
}

function highlightsTray(call: Call): Answer {
  const { view, treatment } = call;
  const user = namedUser(view.world, param(call, 'pk'));
  const entries = treatment.quirk === 'private_empty' ? [] : highlightsOf(view, user);
  return json({
    tray: entries.map((highlight) => trayEntry(view, highlight)),
    show_empty_state: false,
    cursor: opaqueCursor('QVFE', entries.length).write(entries.length),
    suggested_highlights: {},
    highlights_tray_type: 'DEFAULT',
    has_fetched_all_remaining_highlights: true,
    last_paginated_highlights_node_edited_at_ts: 0,
    status: 'ok',
  });
}

function requestedReels(call: Call): string[] {
  try {
    const text = (call.form.get('user_ids') ?? call.form.get('reel_ids') ?? '').replace(/(?<=[[,]\s*)(\d+)/g, '"$1"');
    const ids: unknown = JSON.parse(text);
    if (Array.isArray(ids) && ids.length > 0) return ids.map(String);
  } catch {
    // Rejected below, like an empty list.
  }
  throw refusal('bad_form');
}

function reelNamed(view: View, name: string): JsonObject | null {
  const number = /^highlight:(\d{1,19})$/.exec(name)?.[1];
  if (number === undefined) return visibleReel(view, namedUser(view.world, name));
  const place = highlightPlace(BigInt(number));
  const highlight = place && view.world.stories.highlightAt(place.owner, place.ordinal);
  const isShown = highlight && view.world.userAt(highlight.owner).privacy === 'public';
  return isShown ? highlightReel(view, highlight) : null;
}

function reelsMedia(call: Call): Answer {
  const named = requestedReels(call).map(
    (name) => [name, treated(reelNamed(call.view, name), call.treatment)] as const,
  );
  return json({ reels: Object.fromEntries(named.filter(([, reel]) => reel !== null)), status: 'ok' });
}

export const storiesOperations: readonly Operation[] = [
  get('feed.user_story', 'feed/user/{pk}/story', userStory),
  get('highlights.tray', 'highlights/{pk}/highlights_tray', highlightsTray),
  post('feed.reels_media', 'feed/reels_media', reelsMedia),
];
