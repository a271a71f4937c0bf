import { assemble, compileShape, scanJson } from '../src';

const any = compileShape({ document: '' });

/** Scans a body and reassembles it. */
export function rewritten(text: string, shape = any): string {
  const scan = scanJson(Buffer.from(text), shape);
  return assemble([{ scan, span: scan.one('document')! }]).toString();
}
