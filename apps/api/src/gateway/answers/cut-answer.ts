import type { FieldTree } from '@loupe/dto';
import { bodyBuffers, compileShape, cutJson, earliestExpiry, scanJson } from '@loupe/lossless-json';
import type { Answer } from './answer';

const nothing = compileShape({});
const wholePage: [string, undefined][] = [
  ['next_cursor', undefined],
  ['has_more', undefined],
];

/** The answer with these members alone: of a list, of each of its items. The memory of the whole one is used again. */
export function cutAnswer(answer: Answer, fields: FieldTree, isList: boolean): Answer {
  const body = cutJson(answer.body, isList ? new Map([['items', fields], ...wholePage]) : fields);
  bodyBuffers.release(answer.body);
  // The media address that expires first may be gone.
  const scan = scanJson([body], nothing);
  const mediaExpiresAtSeconds = earliestExpiry([{ scan, span: { start: 0, end: scan.body.length } }]);
  scan.output.consume();
  return { ...answer, body, mediaExpiresAtSeconds };
}
