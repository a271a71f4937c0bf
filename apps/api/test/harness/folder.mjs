// The folder of a world. When the script ends, a guard kills every process that runs below the folder.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from './product.mjs';

const { choosePostgresUser } = api('platform/database/embedded/postgres-binaries');

const prefix = 'loupe-world-';

/**
 * Waits until its standard input is closed, which happens even if the script is killed. Then kills each process that
 * runs below the folder, repeatedly because one may be starting another, and removes the folder unless told to keep it.
 */
const guard = `
word=$(cat)
for round in 1 2 3 4 5 6 7 8; do
  found=
  for process in /proc/[0-9]*; do
    case "$(readlink "$process/cwd" 2>/dev/null)/" in "$1"/*) kill -KILL "\${process#/proc/}" 2>/dev/null && found=1 ;; esac
  done
  [ -n "$found" ] || break
  sleep 0.1
done
[ "$word" = keep ] || { umount "$1"/* 2>/dev/null; rm -rf "$1"; }`;

export class Folder {
  #guard;

  /** Removes leftovers of killed scripts, then creates a folder. @param volumeMib the size of the volumes in it, if any */
  static async make(volumeMib) {
    await Promise.all(leftovers().map((path) => ended(spawnGuard(path), '')));
    const folder = new Folder();
    folder.path = realpathSync(mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`)));
    // Other users may traverse but not list it: PostgreSQL refuses to run as root and must reach its own folders.
    chmodSync(folder.path, 0o711);
    folder.volumeMib = volumeMib;
    folder.postgresUser = choosePostgresUser();
    folder.#guard = spawnGuard(folder.path);
    return folder;
  }

  /** Creates the folder of a part. If the part is PostgreSQL and volumes have a size, tries to mount one there. */
  of(name, { isPostgres = false } = {}) {
    const path = join(this.path, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (isPostgres && this.volumeMib)
      spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${this.volumeMib}m,mode=0700`, 'tmpfs', path]);
    if (isPostgres && this.postgresUser) chownSync(path, this.postgresUser.uid, this.postgresUser.gid);
    return path;
  }

  /** Whether the folder of a part is a volume of its own. Only then is filling its disk safe. */
  isVolume(path) {
    const { bsize, blocks } = statfsSync(path);
    return this.volumeMib !== undefined && bsize * blocks <= this.volumeMib * 2 ** 20;
  }

  async remove(keep = false) {
    if (keep) writeFileSync(join(this.path, 'kept'), '');
    await ended(this.#guard, keep ? 'keep' : '');
  }
}

/** Ids of the processes whose working directory is this folder or, by default, one below it. */
export function processesIn(path, { below = true } = {}) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const directory = readlinkSync(`/proc/${pid}/cwd`);
        return directory === path || (below && directory.startsWith(`${path}/`));
      } catch {
        return false;
      }
    })
    .map(Number);
}

function leftovers() {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(prefix))
    .filter((name) => !existsSync(`/proc/${name.slice(prefix.length).split('-')[0]}`))
    .map((name) => join(tmpdir(), name))
    .filter((path) => !existsSync(join(path, 'kept')));
}

function spawnGuard(path) {
  // Detached, so that Ctrl-C reaches only the script, which ends the parts in order.
  return spawn('sh', ['-c', guard, 'loupe-world', path], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

async function ended(guarding, word) {
  guarding.stdin.end(word);
  if (guarding.exitCode === null) await once(guarding, 'exit');
}
