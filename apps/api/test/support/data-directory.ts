import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A temporary folder for data of a product under test. Other users may traverse it: in a run as root, PostgreSQL runs as
 * another user, and would otherwise create its cluster elsewhere.
 */
export function makeDataDirectory(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), `loupe-${name}-`));
  chmodSync(directory, 0o711);
  return directory;
}
