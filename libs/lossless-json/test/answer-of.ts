import { assemble, compileShape, scanJson } from '../src';

const any = compileShape({ document: '' });

/** A body as it would be answered: scanned, and put together again. */
export function answerOf(text: string, shape = any): string {
  const scan = scanJson(Buffer.from(text), shape);
  return assemble([{ scan, span: scan.one('document')! }]).toString();
}
