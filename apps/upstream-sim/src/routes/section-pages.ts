import { type Answer, json } from '../wire/answer';
import { type CursorKind, hexCursor } from '../wire/cursors';
import type { JsonObject } from '../wire/json';
import { pageOf } from '../wire/paging';
import { SECTION_PAGE_SIZE, sections } from '../wire/sections';
import type { Post } from '../world/post';
import type { Call } from './operation';

/**
 * A place in a list of sections is told by three things that must come back together: `max_id`, `page` and
 * `next_media_ids`. The latter is empty on odd pages; on even ones it holds ids as numbers, each digit of which counts.
 */
function nextMediaIds(posts: readonly Post[], offset: number): bigint[] {
  const page = offset / SECTION_PAGE_SIZE;
  return page % 2 === 0 ? posts.slice(offset, offset + 3).map(({ pk }) => pk) : [];
}

/** Ids as they came, whether quoted or not. */
const idsIn = (text: string | null): string => (text ?? '').replace(/[^\d,]/g, '');

function tripleCursor(call: Call, list: number, posts: readonly Post[]): CursorKind {
  const hex = hexCursor(list);
  return {
    write: hex.write,
    read: (text) => {
      const offset = hex.read(text);
      if (offset === undefined) return undefined;
      const hasPage = call.form.get('page') === String(offset / SECTION_PAGE_SIZE);
      const hasIds = idsIn(call.form.get('next_media_ids')) === nextMediaIds(posts, offset).join(',');
      return hasPage && hasIds ? offset : undefined;
    },
  };
}

/** One page of a tag's or place's posts. The last page still names a next page, but has no `next_max_id`. */
export function sectionsAnswer(call: Call, list: number, posts: readonly Post[], more: JsonObject = {}): Answer {
  const page = pageOf(posts, {
    cursor: call.form.get('max_id'),
    size: SECTION_PAGE_SIZE,
    kind: tripleCursor(call, list, posts),
    treatment: call.treatment,
  });
  const end = (page.number + 1) * SECTION_PAGE_SIZE;
  return json({
    sections: sections(call.view, page.items, call.form.get('tab') === 'clips' ? 'clips' : 'media'),
    more_available: page.more,
    next_max_id: page.cursor ?? undefined,
    next_page: page.number + 1,
    next_media_ids: page.cursor === null ? [] : nextMediaIds(posts, end),
    auto_load_more_enabled: true,
    ...more,
    status: 'ok',
  });
}
