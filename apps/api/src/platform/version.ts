import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../..');

export const version: string = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

/** First 12 hex digits of the commit that was built, or `unknown`. The build and the Dockerfile write the file. */
export const commit = readCommit(join(folder, 'dist/commit'));

export function readCommit(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /^[0-9a-f]{12}/.exec(text)?.[0] ?? 'unknown';
}
