import { assemble, compileShape, scanJson } from '../src';

const any = compileShape({ document: '' });

export function rewritten(text: string, shape = any): string {
  const scan = scanJson(Buffer.from(text), shape);
  return assemble([{ scan, span: scan.one('document')! }]).toString();
}
