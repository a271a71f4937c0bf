// Servers run on the first available core; load, upstream and database run on the second.
import { spawnSync } from 'node:child_process';

// `taskset` prints `pid 7's current affinity list: 0-3,6`. Without it nothing is pinned.
const { stdout } = spawnSync('taskset', ['-c', '-p', `${process.pid}`], { encoding: 'utf8' });
const cores = (stdout?.split(': ')[1]?.trim().split(',') ?? []).flatMap((range) => {
  const [first, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
});
const isPinned = cores.length > 1;

export function onServerCore(command, parameters) {
  return isPinned ? ['taskset', ['-c', `${cores[0]}`, command, ...parameters]] : [command, parameters];
}

/** Moves this process and its later children to the core of load, upstream and database. */
export function moveToLoadCore() {
  if (isPinned) spawnSync('taskset', ['-a', '-p', '-c', `${cores[1]}`, `${process.pid}`]);
  else
    process.stderr.write(
      'Without taskset and a second core, servers and load share the cores, and figures vary more.\n',
    );
}
