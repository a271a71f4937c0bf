// The folder of a stack. When the script ends, a guard kills every process that runs below the folder.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '../chaos/servers.mjs';

const { choosePostgresUser } = api('platform/database/embedded/postgres-binaries');

const prefix = 'loupe-stack-';

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

export class StackDirectory {
  #guard;
  #ports = new Set();

  /** Removes leftovers of killed scripts, then creates a folder, with volumes if a size is given. */
  static async make(volumeMib) {
    await Promise.all(leftovers().map((path) => ended(spawnGuard(path), '')));
    const directory = new StackDirectory();
    directory.path = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
    // Other users may traverse but not list it: PostgreSQL refuses to run as root and must reach its own folders.
    chmodSync(directory.path, 0o711);
    directory.volumeMib = volumeMib;
    directory.postgresUser = choosePostgresUser();
    directory.#guard = spawnGuard(directory.path);
    return directory;
  }

  /** Creates the folder of a part. If the part has its own user and volumes have a size, tries to mount one there. */
  folder(name, user) {
    const path = join(this.path, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (user && this.volumeMib)
      spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${this.volumeMib}m,mode=0700`, 'tmpfs', path]);
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  }

  /** A free port below the kernel's ephemeral range, so that it is still free when a part restarts. */
  async port() {
    for (;;) {
      const port = 12_000 + Math.floor(Math.random() * 20_000);
      if (this.#ports.has(port) || !(await isFree(port))) continue;
      this.#ports.add(port);
      return port;
    }
  }

  async remove(keep = false) {
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
    .map((name) => join(tmpdir(), name));
}

function spawnGuard(path) {
  // Detached, so that Ctrl-C reaches only the script, which ends the parts in order.
  return spawn('sh', ['-c', guard, 'loupe-stack', path], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

async function ended(guarding, word) {
  guarding.stdin.end(word);
  if (guarding.exitCode === null) await once(guarding, 'exit');
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
