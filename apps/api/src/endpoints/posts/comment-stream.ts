import { assemble, type Body, compileShape, objectWith, type Scan, type Span } from '@loupe/lossless-json';
import { failurePaths, malformedUpstream, scanBody } from '../../gateway/answers/upstream-body';

const stream = compileShape({
  body: '',
  comments: 'comments',
  disabled: 'comments_disabled',
  moreHead: 'has_more_headload_comments',
  nextMin: 'next_min_id',
  moreTail: 'has_more_comments',
  nextMax: 'next_max_id',
  hasMore: 'has_more',
  mediaPk: 'media_pk',
  ...failurePaths,
});

/**
 * The upstream's page of comments with `media_pk` and `has_more` set. Its two flags each speak of one direction, and are
 * believed only beside the token that goes with them; a token equal to the one asked with ends the stream.
 */
export function commentStream(
  body: Body,
  mediaPk: string,
  asked: { minId?: string | undefined; maxId?: string | undefined },
): Buffer {
  const scan = scanBody(body, stream);
  const isDisabled = scan.one('disabled')?.type === 'true';
  if (scan.one('comments')?.type !== 'array' && !isDisabled) throw malformedUpstream('comments');
  const more =
    (isTrue(scan.one('moreHead')) && isNew(scan, scan.one('nextMin'), asked.minId)) ||
    (isTrue(scan.one('moreTail')) && isNew(scan, scan.one('nextMax'), asked.maxId));
  const status = scan.one('status');
  return assemble([
    objectWith(scan, scan.one('body')!, {
      omit: status ? [status] : [],
      set: {
        ...(scan.one('comments')?.type === 'array' ? {} : { comments: '[]' }),
        mediaPk: `"${mediaPk}"`,
        hasMore: String(more),
      },
    }),
  ]);
}

function isTrue(span: Span | undefined): boolean {
  return span?.type === 'true';
}

function isNew(scan: Scan<'nextMin'> | Scan<'nextMax'>, token: Span | undefined, asked: string | undefined): boolean {
  if (token?.type !== 'string' && token?.type !== 'number') return false;
  const text = scan.text(token);
  return text !== '' && text !== asked;
}
