import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const stopDeadlineMs = 9_000;

/** A program of ours in a process of its own. It says when it is ready, and ends when we do. */
export class Child {
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  private readonly process: ChildProcess;

  /**
   * @param name for messages
   * @param variables its whole environment
   * @param nodeFlags how Node runs it
   * @param output where its standard output goes; what the API logs is ours to show, what the simulator says is not
   */
  constructor(
    readonly name: string,
    script: string,
    parameters: string[],
    variables: NodeJS.ProcessEnv,
    nodeFlags: readonly string[],
    output: 'inherit' | 'ignore',
  ) {
    // Detached: Ctrl-C reaches the launcher alone, which then ends its children in order. A launcher that is killed
    // closes the channel, and that ends them too.
    this.process = fork(script, parameters, {
      env: variables,
      execArgv: [...nodeFlags],
      detached: true,
      stdio: ['ignore', output, 'inherit', 'ipc'],
    });
    this.exited = new Promise((resolve) => {
      this.process.once('exit', () => resolve());
      // A process that could not be started never exits; of one that runs it is a signal or a message that did not arrive.
      this.process.on('error', () => this.process.pid === undefined && resolve());
    });
  }

  /** The first message of the child, which says that it is ready. @throws {Error} when it ends before. */
  ready<Message>(): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.process.once('message', (message) => resolve(message as Message));
      // What went wrong it has said itself, on standard error.
      void this.exited.then(() => reject(new ChildFailed(this.name)));
    });
  }

  async stop(): Promise<void> {
    this.process.kill('SIGTERM');
    const stopped = await Promise.race([this.exited.then(() => true), sleep(stopDeadlineMs, false, { ref: false })]);
    if (!stopped) this.process.kill('SIGKILL');
    await this.exited;
  }
}

/** A child ended although nobody asked it to. */
export class ChildFailed extends Error {
  constructor(name: string) {
    super(`${name} ended unexpectedly; everything else is stopped, too`);
  }
}
