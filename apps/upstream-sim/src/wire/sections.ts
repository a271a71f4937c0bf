import type { Post } from '../world/post';
import type { JsonObject } from './json';
import { media } from './media';
import type { View } from './view';

/** How many posts a page of sections shows: nine sections of three. */
export const SECTION_PAGE_SIZE = 27;
const PER_SECTION = 3;

type Layout = (items: readonly JsonObject[]) => JsonObject;

/** A tall reel that takes two rows; its list has paging members of its own that lead nowhere. */
const tall = (item: JsonObject): JsonObject => ({
  clips: {
    id: 'clips_unit',
    label: 'Reels',
    design: 'preview',
    max_id: 'QVFDZGVjb3k=',
    more_available: true,
    items: [item],
  },
});

/** Members stand in reading order. */
const LAYOUTS: readonly (readonly [name: string, layout: Layout])[] = [
  ['media_grid', (items) => ({ medias: items })],
  ['one_by_two_left', ([first, ...rest]) => ({ one_by_two_item: tall(first as JsonObject), fill_items: rest })],
  [
    'one_by_two_right',
    (items) => ({ fill_items: items.slice(0, -1), one_by_two_item: tall(items.at(-1) as JsonObject) }),
  ],
  ['three_by_four', (items) => ({ medias: items })],
  [
    'mixed',
    ([first, second, ...rest]) => ({
      medias: [first],
      ...(second ? { one_by_two_item: tall(second) } : {}),
      fill_items: rest,
    }),
  ],
];

/** Posts laid out as a grid; the page's first post turns up once more in its last section. */
export function sections(view: View, posts: readonly Post[], feedType: 'media' | 'clips'): JsonObject[] {
  const items = posts.map((post) => ({ media: media(view, post, 'lean') }));
  const rows = Array.from({ length: Math.ceil(items.length / PER_SECTION) }, (_, row) =>
    items.slice(row * PER_SECTION, (row + 1) * PER_SECTION),
  );
  const [first] = items;
  if (first && rows.length > 1) rows.at(-1)?.push(first);
  return rows.map((row, number) => {
    const [layoutType, layout] = LAYOUTS[number % LAYOUTS.length] as (typeof LAYOUTS)[number];
    return {
      layout_type: layoutType,
      feed_type: feedType,
      layout_content: layout(row),
      explore_item_info: { num_columns: 3, total_num_columns: 3, aspect_ratio: 1, autoplay: false },
    };
  });
}
