// The programs of the stack, all from Debian's packages. As a script, it prints the missing packages.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the operator's guide for several machines. */
export const deployed = join(import.meta.dirname, '../../../../deploy/high-availability');

const packages = {
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  patroni: 'patroni python3-etcd',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  'redis-server': 'redis-server',
};
const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];

export function missingPackages() {
  const missing = Object.keys(packages).filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  return [...new Set([...missing.map((name) => packages[name]), ...(findPostgres() ? [] : ['postgresql'])])];
}

export function findPostgres() {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home)
    ? readdirSync(home)
        .map(Number)
        .sort((left, right) => right - left)
    : [];
  return versions
    .map((version) => join(home, `${version}`, 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_basebackup')));
}

export function requirePrograms() {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`the stack needs more programs: apt-get install ${missing.join(' ')}`);
  // Adds Debian's folders for servers, which are not on an ordinary user's PATH.
  process.env.PATH = folders.join(':');
}

if (process.argv[1] === import.meta.filename) process.stdout.write(missingPackages().join(' '));
