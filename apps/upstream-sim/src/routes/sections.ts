import { type Answer, json } from '../wire/answer';
import { type CursorKind, hexCursor } from '../wire/cursors';
import type { JsonObject } from '../wire/json';
import { media } from '../wire/media';
import type { View } from '../wire/view';
import type { Post } from '../world/post';
import { type Call, pageFor } from './operation';

const sectionPageSize = 27;
const perSection = 3;

type Layout = (items: readonly JsonObject[]) => JsonObject;

/** A tall reel, which spans two rows. The paging members of its list are useless. */
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

const layouts: readonly (readonly [name: string, layout: Layout])[] = [
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

/** Arranges posts as a grid. The first post of the page is repeated in its last section. */
function sections(view: View, posts: readonly Post[], feedType: 'media' | 'clips'): JsonObject[] {
  const items = posts.map((post) => ({ media: media(view, post, 'lean') }));
  const rows = Array.from({ length: Math.ceil(items.length / perSection) }, (_, row) =>
    items.slice(row * perSection, (row + 1) * perSection),
  );
  const [first] = items;
  if (first && rows.length > 1) rows.at(-1)?.push(first);
  return rows.map((row, number) => {
    const [layoutType, layout] = layouts[number % layouts.length] as (typeof layouts)[number];
    return {
      layout_type: layoutType,
      feed_type: feedType,
      layout_content: layout(row),
      explore_item_info: { num_columns: 3, total_num_columns: 3, aspect_ratio: 1, autoplay: false },
    };
  });
}

/** The third part of a section cursor, beside `max_id` and `page`. Empty on odd pages, otherwise ids as numbers. */
function nextMediaIds(posts: readonly Post[], offset: number): bigint[] {
  const page = offset / sectionPageSize;
  return page % 2 === 0 ? posts.slice(offset, offset + 3).map(({ pk }) => pk) : [];
}

const idsIn = (text: string | null): string => (text ?? '').replace(/[^\d,]/g, '');

function tripleCursor(call: Call, list: number, posts: readonly Post[]): CursorKind {
  const hex = hexCursor(list);
  return {
    write: hex.write,
    read: (text) => {
      const offset = hex.read(text);
      if (offset === undefined) return undefined;
      const hasPage = call.form.get('page') === String(offset / sectionPageSize);
      const hasIds = idsIn(call.form.get('next_media_ids')) === nextMediaIds(posts, offset).join(',');
      return hasPage && hasIds ? offset : undefined;
    },
  };
}

/** A page of a tag's or place's posts. The last page has `next_page` but no `next_max_id`. */
export function sectionsAnswer(call: Call, list: number, posts: readonly Post[]): Answer {
  const page = pageFor(call, posts, {
    cursor: call.form.get('max_id'),
    size: sectionPageSize,
    kind: tripleCursor(call, list, posts),
  });
  const end = (page.number + 1) * sectionPageSize;
  return json({
    sections: sections(call.view, page.items, call.form.get('tab') === 'clips' ? 'clips' : 'media'),
    more_available: page.more,
    next_max_id: page.cursor ?? undefined,
    next_page: page.number + 1,
    next_media_ids: page.cursor === null ? [] : nextMediaIds(posts, end),
    auto_load_more_enabled: true,
    status: 'ok',
  });
}
