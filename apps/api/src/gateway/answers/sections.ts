import type { SectionsCursor } from '@loupe/upstream-client';
import type { UpstreamCursor } from '../cursors';
import { byCursor, type EmptyElements, listShape } from './list-answer';

// Media are in slots of one of these forms. One media may be in two slots. Media inside a media do not count.
const slot = 'sections[].layout_content.~';
const lists = ['', '.items', ...['clips', 'medias', 'channel'].map((name) => `.${name}.items`)].map(
  (list) => `${slot}${list}`,
);
const places = [`${slot}.media`, ...lists.map((list) => `${list}[].media`), `${slot}.channel.media`];

/** A section without slots, or with only empty ones, has no media. In other sections, missing media mean an unknown shape. */
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

export const sectionMedia = listShape({
  list: 'sections',
  item: places,
  marks: { texts: places.map((media) => `${media}.pk`) },
  emptyElements: emptySections,
  isUnique: true,
  // The upstream sends these instead of media for a restricted hashtag.
  mayLackList: ['warning_message', 'null_state'],
  // Only next_max_id counts: next_page may be present on the last page.
  paging: byCursor('next_max_id', { more: 'more_available', second: 'next_page', third: 'next_media_ids' }),
});

export function sectionsCursor(cursor: UpstreamCursor | undefined): SectionsCursor | undefined {
  return cursor && { maxId: cursor[0], page: cursor[1] || undefined, mediaIds: cursor[2] || undefined };
}
