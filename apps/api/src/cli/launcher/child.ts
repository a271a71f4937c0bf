import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const endsWithinMs = 9_000;

/** Runs one of our programs in a child process. The child reports when it is ready, and ends when this process ends. */
export class Child {
  readonly exited: Promise<void>;
  private readonly process: ChildProcess;

  constructor(
    readonly name: string,
    script: string,
    parameters: string[],
    variables: NodeJS.ProcessEnv,
    output: 'inherit' | 'ignore',
  ) {
    // Detached, so that Ctrl-C only reaches the launcher. If the launcher is killed, the closing channel ends its children.
    this.process = fork(script, parameters, {
      env: variables,
      // Do not inherit flags such as --inspect.
      execArgv: [],
      detached: true,
      stdio: ['ignore', output, 'inherit', 'ipc'],
    });
    this.exited = new Promise((resolve) => {
      this.process.once('exit', () => resolve());
      // Without a pid, the process never started. With a pid, only a signal or a message failed.
      this.process.on('error', () => this.process.pid === undefined && resolve());
    });
  }

  /** Resolves with the child's first message. @throws {Error} when the child ends first */
  ready<Message>(): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.process.once('message', (message) => resolve(message as Message));
      void this.exited.then(() => reject(new ChildFailed(this.name)));
    });
  }

  /** A second signal makes the API end at once. */
  hurry(): void {
    this.process.kill('SIGTERM');
  }

  async stop(withinMs = endsWithinMs): Promise<void> {
    this.process.kill('SIGTERM');
    const stopped = await Promise.race([this.exited.then(() => true), sleep(withinMs, false, { ref: false })]);
    if (!stopped) this.process.kill('SIGKILL');
    await this.exited;
  }
}

export class ChildFailed extends Error {
  constructor(name: string) {
    super(`${name} ended unexpectedly; everything else is stopped too`);
  }
}
