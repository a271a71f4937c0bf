import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/lib/free-port.cjs';
import { onServerCore } from './cores.mjs';

const reporter = new URL('usage-reporter.mjs', import.meta.url).href;

export class Peer {
  // Has the length of a real key; peers other than Loupe ignore it.
  apiKeys = ['loupe_'.padEnd(39, '0')];

  constructor(name, child, port) {
    this.name = name;
    this.child = child;
    this.port = port;
  }

  /** Starts a script with PORT and `environment`. Resolves when the process has sent `{ ready: true }`. */
  static async start(name, script, environment, { onLoadCore = false } = {}) {
    const port = await freePort();
    const node = ['--import', reporter, fileURLToPath(script)];
    const [command, parameters] = onLoadCore ? [process.execPath, node] : onServerCore(process.execPath, node);
    const child = spawn(command, parameters, {
      env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: `${port}` },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${name} ended with code ${code} before it was ready`);
    });
    await Promise.race([messageWith(child, 'ready'), ended]);
    ended.catch(() => undefined);
    return new Peer(name, child, port);
  }

  async cpuMicros() {
    this.child.send('cpu');
    return (await messageWith(this.child, 'cpu')).cpu;
  }

  async stop() {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
  }
}

function messageWith(child, member) {
  return new Promise((resolve) => {
    const listen = (message) => {
      if (!(member in message)) return;
      child.off('message', listen);
      resolve(message);
    };
    child.on('message', listen);
  });
}
