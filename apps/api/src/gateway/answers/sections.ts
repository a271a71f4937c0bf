import type { SectionsCursor } from '@loupe/upstream-client';
import type { UpstreamCursor } from '../cursors';
import { byCursor, listShape } from './list-answer';

// A section is a layout, not a list: its media stand in up to three slots, and the same one may stand in two of them.
const slots = ['medias[]', 'fill_items[]', 'one_by_two_item.clips.items[]'].map(
  (slot) => `sections[].layout_content.${slot}.media`,
);

/** Media of a sectioned grid, flattened in reading order, each once a page. */
export const sectionMedia = listShape({
  list: 'sections',
  item: slots,
  uniqueBy: slots.map((slot) => `${slot}.pk`),
  // What the upstream says of a restricted hashtag in the place of its media.
  mayLackList: ['warning_message', 'null_state'],
  // Without next_max_id the list is over, even where next_page says otherwise.
  paging: byCursor('next_max_id', { more: 'more_available', second: 'next_page', third: 'next_media_ids' }),
});

export function sectionsCursor(cursor: UpstreamCursor | undefined): SectionsCursor | undefined {
  return cursor && { maxId: cursor[0], page: cursor[1] || undefined, mediaIds: cursor[2] || undefined };
}
