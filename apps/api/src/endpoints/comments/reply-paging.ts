import type { Paging } from '../../gateway/answers/list-answer';

/** By which of the upstream's two parameters a thread is walked; travels second in the cursor. */
export type ReplyDirection = 'min' | 'max';

/**
 * Replies can go on in two directions, each with a flag and a token of its own; the older end of the thread goes first. A
 * direction once taken is kept: a later page may also name the way back, and following both would go round for ever.
 */
export const replyPaging: Paging = {
  fields: {
    moreTail: 'has_more_tail_child_comments',
    tail: 'next_max_child_cursor',
    moreHead: 'has_more_head_child_comments',
    head: 'next_min_child_cursor',
  },
  next({ moreTail, tail, moreHead, head }, asked) {
    const taken = asked?.[1] as ReplyDirection | undefined;
    if (tail && moreTail !== 'false' && taken !== 'min') return [tail, 'max', ''];
    return head && moreHead !== 'false' && taken !== 'max' ? [head, 'min', ''] : undefined;
  },
};
