import { compileShape, objectWith, type Scan, type Span } from '@loupe/lossless-json';
import { fieldsOf } from '../../gateway/answers/list-answer';
import { twoWayPaging } from '../../gateway/answers/two-way-paging';
import {
  countUnknown,
  failurePaths,
  isKnown,
  malformedUpstream,
  markPaths,
  scanBody,
} from '../../gateway/answers/upstream-body';
import { type Continuation, resultOf, type UpstreamResult } from '../../gateway/answers/upstream-result';
import type { UpstreamCursor } from '../../gateway/cursors';

const paging = twoWayPaging('min', {
  min: { token: 'next_min_id', more: 'has_more_headload_comments' },
  max: { token: 'next_max_id', more: 'has_more_comments' },
});

const stream = compileShape<string>({
  body: '',
  comments: 'comments',
  comment: 'comments[]',
  ...markPaths({ texts: ['comments[].pk', 'comments[].text'] }),
  disabled: 'comments_disabled',
  hasMore: 'has_more',
  mediaPk: 'media_pk',
  ...paging.fields,
  ...failurePaths,
});

export interface CommentPage {
  readonly scan: Scan<string>;
  readonly next: UpstreamCursor | undefined;
  /** The page of older comments, if the upstream also names it. */
  readonly older: UpstreamCursor | undefined;
  readonly isEmpty: boolean;
  readonly unknown: readonly Span[];
}

export function readCommentPage(body: Buffer, current: UpstreamCursor | undefined): CommentPage {
  const scan = scanBody(body, stream);
  const comments = scan.one('comments');
  const isList = comments?.type === 'array';
  if (!isList && scan.one('disabled')?.type !== 'true') throw malformedUpstream('comments');
  const fields = fieldsOf([scan], paging);
  const next = paging.next(fields, current);
  const older: UpstreamCursor | undefined =
    fields.max && fields.moreMax !== 'false' && next?.[1] === 'min' ? [fields.max, 'max', ''] : undefined;
  const all = isList ? scan.within(comments, 'comment') : [];
  const unknown = all.filter((comment) => !isKnown(scan, comment));
  countUnknown('comments', all.length, all.length - unknown.length);
  return { scan, next, older, isEmpty: all.length === 0, unknown };
}

/** Sets `media_pk` and `has_more`. If there is a next page, `next_min_id` has its token, whichever its direction. */
export function writeCommentPage(
  { scan, unknown }: CommentPage,
  mediaPk: string,
  { next, older }: { next: Continuation; older: Continuation },
): UpstreamResult {
  const isThere = (name: string) => (scan.one(name)?.type ?? 'null') !== 'null';
  const status = scan.one('status');
  const page = objectWith(scan, scan.one('body')!, {
    omit: [...unknown, ...(status ? [status] : [])],
    set: {
      ...(scan.one('comments')?.type === 'array' ? {} : { comments: '[]' }),
      ...(next.token !== undefined || isThere('min') ? { min: jsonOf(next) } : {}),
      ...(isThere('max') ? { max: next.token === undefined ? 'null' : jsonOf(older) } : {}),
      mediaPk: `"${mediaPk}"`,
      hasMore: String(next.token !== undefined),
    },
  });
  return { ...resultOf([page], next.end), unknownElements: unknown.length };
}

function jsonOf({ token }: Continuation): string {
  return token === undefined ? 'null' : `"${token}"`;
}
