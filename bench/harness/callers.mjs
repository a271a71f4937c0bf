// Callers in a process of their own, that gives way to every other: what they read keeps nobody waiting whose waits are measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { closedLoop } from './loops.mjs';

/** They ask in a closed loop, each for its own request, for `ms` at a time. */
export class Callers {
  constructor() {
    this.child = fork(fileURLToPath(import.meta.url), ['callers']);
    setPriority(this.child.pid, constants.priority.PRIORITY_LOW);
  }

  /** @returns what `closedLoop` does. */
  async ask({ port, requests, ms }) {
    this.child.send({ port, requests: requests.map(String), ms });
    return (await once(this.child, 'message'))[0];
  }

  stop() {
    this.child.disconnect();
  }
}

if (process.argv[2] === 'callers') {
  process.on('message', async ({ port, requests, ms }) => {
    const request = (number) => Buffer.from(requests[number]);
    process.send(await closedLoop({ port, request, connections: requests.length, ms }));
  });
}
