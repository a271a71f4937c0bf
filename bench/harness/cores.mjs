// Servers run on the first core that we may use, load, upstream and database on the second, so that neither takes from the other.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

function allowedCores() {
  try {
    const list = /Cpus_allowed_list:\s*(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
    return list.split(',').flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
  } catch {
    return [];
  }
}

const cores = allowedCores();
const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

/** Without `taskset`, or with one core, everything shares what there is; figures are then further apart. */
export const pinned = hasTaskset && cores.length > 1;

export function onServerCore(command, parameters) {
  return pinned ? ['taskset', ['-c', `${cores[0]}`, command, ...parameters]] : [command, parameters];
}

/** How long the servers' core and the load's have been busy and idle so far; undefined where nothing is pinned. */
export function coreTimes() {
  if (!pinned) return undefined;
  const lines = readFileSync('/proc/stat', 'utf8').split('\n');
  return cores.slice(0, 2).map((core) => {
    const [user, nice, system, idle, wait, ...interrupts] = lines
      .find((line) => line.startsWith(`cpu${core} `))
      .split(/ +/)
      .slice(1, 9)
      .map(Number);
    const busy = user + nice + system + interrupts.reduce((sum, time) => sum + time, 0);
    return { busy, total: busy + idle + wait };
  });
}

/** Moves this process, and whatever it starts from now on, to the core of load, upstream and database. */
export function moveToLoadCore() {
  if (pinned) spawnSync('taskset', ['-a', '-p', '-c', `${cores[1]}`, `${process.pid}`]);
}
