import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  pid: number;
  command: string;
}

/** Running child processes of `parentPid`. */
export function childrenOf(parentPid: number | undefined): RunningProcess[] {
  return processes()
    .filter(({ parent }) => parent === parentPid)
    .map(({ pid, command }) => ({ pid, command }));
}

export function descendantsOf(pid: number): RunningProcess[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child.pid)]);
}

/** Waits up to 30 s for processes to end, because a killed one may take a moment. @returns those that still run. */
export async function survivorsOf(pids: readonly number[]): Promise<RunningProcess[]> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const survivors = processes().filter(({ pid }) => pids.includes(pid));
    if (survivors.length === 0 || Date.now() > deadline) return survivors;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

type ProcessWithParent = RunningProcess & { parent: number };

/** Leaves out zombies: they have ended, but nobody has read their exit code. They are common in containers. */
function processes(): ProcessWithParent[] {
  return existsSync('/proc/self/stat') ? processesOfLinux() : processesOfPs();
}

/** Reads /proc, because small images have no `ps`. */
function processesOfLinux(): ProcessWithParent[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!pid) return [];
    try {
      // proc(5): pid, (command), state, parent. The command may contain any character.
      const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return state === 'Z' ? [] : [{ pid, parent: Number(parent), command }];
    } catch {
      return [];
    }
  });
}

function processesOfPs(): ProcessWithParent[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='])
    .toString()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+([^Z\s]\S*)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, , command]) => ({ pid: Number(pid), parent: Number(parent), command: command! }));
}
