import type { SectionsCursor } from '@loupe/upstream-client';
import type { UpstreamCursor } from '../cursors';
import { byCursor, type EmptyElements, listShape } from './list-answer';

// A section is a layout, not a list: its media stand in slots, whose names the upstream changes, in one of these forms. The
// same media may stand in two of them, and what is inside a media is not of the section.
const slot = 'sections[].layout_content.~';
const lists = ['', '.items', ...['clips', 'medias', 'channel'].map((name) => `.${name}.items`)].map(
  (list) => `${slot}${list}`,
);
const places = [`${slot}.media`, ...lists.map((list) => `${list}[].media`), `${slot}.channel.media`];

/** A section without slots, or whose slots are empty lists, has no media; in any other that has none, they were not found. */
const emptySections: EmptyElements = {
  fields: { content: 'sections[].layout_content', slot, slotList: lists },
  isEmpty(scan, section) {
    const [content] = scan.within(section, 'content');
    if (!content) return section.type === 'null' || scan.isEmpty(section);
    if (content.type !== 'object') return content.type === 'null';
    const slots = scan.within(content, 'slot').filter(({ type }) => type !== 'null');
    const holders = slots.filter(({ type }) => type === 'object' || type === 'array');
    if (holders.length === 0) return slots.length === 0;
    return holders.every((holder) => {
      const slotLists = scan.within(holder, 'slotList').filter(({ type }) => type === 'array');
      return scan.isEmpty(holder) || (slotLists.length > 0 && slotLists.every((list) => scan.isEmpty(list)));
    });
  },
};

/** Media of a sectioned grid, flattened in reading order, each once a page. */
export const sectionMedia = listShape({
  list: 'sections',
  item: places,
  marks: { texts: places.map((media) => `${media}.pk`) },
  emptyElements: emptySections,
  isUnique: true,
  // What the upstream says of a restricted hashtag in the place of its media.
  mayLackList: ['warning_message', 'null_state'],
  // Without next_max_id the list is over, even where next_page says otherwise.
  paging: byCursor('next_max_id', { more: 'more_available', second: 'next_page', third: 'next_media_ids' }),
});

export function sectionsCursor(cursor: UpstreamCursor | undefined): SectionsCursor | undefined {
  return cursor && { maxId: cursor[0], page: cursor[1] || undefined, mediaIds: cursor[2] || undefined };
}
