import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A temporary folder for data of a product under test. Others may pass through it: PostgreSQL runs as another user when we
 * are root, and its cluster would otherwise be put, and be left, where nobody looks for it.
 */
export function makeDataDirectory(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), `loupe-${name}-`));
  chmodSync(directory, 0o711);
  return directory;
}
