import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function readOrEmpty(...path) {
  try {
    return readFileSync(join(...path), 'utf8');
  } catch {
    return '';
  }
}

/** Reads the repository's files, because git may not be installed. A worktree, whose `.git` is a file, counts as unknown. */
function commitOf(folder) {
  const git = join(folder, '.git');
  const head = readOrEmpty(git, 'HEAD').trim();
  const ref = /^ref: (refs\/.+)$/.exec(head)?.[1];
  const packed = () =>
    readOrEmpty(git, 'packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`)) ?? '';
  const hash = ref === undefined ? head : readOrEmpty(git, ref) || packed();
  return /^[0-9a-f]{12}/.exec(hash)?.[0] ?? 'unknown';
}

/**
 * Records the commit of the checkout beside the built API: 12 hex digits, or `unknown`. It is no input of the build, so that a
 * commit that changes only documents rebuilds nothing.
 * @param folder of the checkout, which must be built
 */
export function writeCommit(folder) {
  const file = join(folder, 'apps/api/dist/commit');
  const commit = commitOf(folder);
  if (readOrEmpty(file) === commit) return;
  try {
    writeFileSync(file, commit);
  } catch {
    // A label must not stop a start. If another user built, the recorded commit has the same sources, or a build would be needed.
  }
}
