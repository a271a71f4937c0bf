import { isObject } from './views';

/** `1ltaken_at` is `taken_at` with its type before it. */
const typed = /^1[a-z](?=[a-z])/;

/**
 * The posts of a profile grid, whose two halves are joined on the id of the media: the feed has the order, files and the user,
 * the posts have code, texts, counts and the whole of a carousel.
 */
export function joinedGrid(page: {
  feed?: { profile_grid_items?: unknown[] };
  posts?: Record<string, unknown>;
}): unknown[] {
  const items = page.feed?.profile_grid_items ?? [];
  return items.flatMap((item) => {
    // An item without media is a pinned highlight.
    if (!isObject(item) || !isObject(item.media)) return [];
    const { media } = item;
    const post = page.posts?.[`${media.pk}`];
    return [plainNames(isObject(post) ? { ...post, ...media, ...carouselOf(post) } : media)];
  });
}

/** The feed may cut it short. */
function carouselOf({ carousel_media }: Record<string, unknown>): object {
  return Array.isArray(carousel_media) ? { carousel_media } : {};
}

function plainNames(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.replace(typed, ''), one]));
}
