import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/lib/free-port.cjs';
import { onServerCore } from './cores.mjs';
import { moduleOf, thisCheckout } from './product.mjs';

const reporter = new URL('usage-reporter.mjs', import.meta.url).href;

/** A server in a process of its own, which can be asked for the CPU time it has used. */
export class Peer {
  constructor(name, child, port) {
    this.name = name;
    this.child = child;
    this.port = port;
  }

  /**
   * Starts `script` with PORT and `environment`; resolves when it has sent `{ ready: true }`.
   * `onLoadCore` is for what is not measured: the upstream. `runtime` is another Node.js than this one, `output` where the log goes.
   */
  static async start(name, script, environment = {}, options = {}) {
    const {
      onLoadCore = false,
      product = thisCheckout,
      parameters = [],
      nodeFlags = [],
      runtime = process.execPath,
      output = 'ignore',
    } = options;
    const port = await freePort();
    // As the product is started; peers too, so that it is no advantage of its own. Older revisions have none.
    const { apiFlags = [] } = moduleOf(product)('cli/launcher/launch');
    const node = [
      ...(onLoadCore || runtime !== process.execPath ? [] : apiFlags),
      ...nodeFlags,
      '--import',
      reporter,
      fileURLToPath(script),
      ...parameters,
    ];
    const [command, argv] = onLoadCore ? [runtime, node] : onServerCore(runtime, node);
    const child = spawn(command, argv, {
      env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: `${port}` },
      stdio: ['ignore', output, 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${name} ended with code ${code} before it was ready`);
    });
    await Promise.race([answerWith(child, 'ready'), ended]);
    ended.catch(() => undefined);
    return new Peer(name, child, port);
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** CPU time used so far, in microseconds, by all threads: `{user, system}`. */
  cpuMicros() {
    return this.#usage();
  }

  /** The same in one figure. */
  async totalCpuMicros() {
    const { user, system } = await this.#usage();
    return user + system;
  }

  /** Resident, in MiB. */
  async memoryMib() {
    return (await this.#usage()).memory / 2 ** 20;
  }

  #usage() {
    return this.ask('usage');
  }

  /** @param question that a reporter in the peer answers with a message whose member has its name */
  async ask(question) {
    this.child.send(question);
    return (await answerWith(this.child, question))[question];
  }

  async stop() {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
  }
}

function answerWith(child, member) {
  return new Promise((resolve) => {
    const listen = (message) => {
      if (!(member in message)) return;
      child.off('message', listen);
      resolve(message);
    };
    child.on('message', listen);
  });
}
