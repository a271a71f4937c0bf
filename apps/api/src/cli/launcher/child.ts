import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const endsWithinMs = 9_000;

/** One of our programs in its own process. It reports when it is ready, and ends when this process does. */
export class Child {
  readonly exited: Promise<void>;
  private readonly process: ChildProcess;

  /**
   * @param name for messages
   * @param variables its whole environment
   * @param output where its standard output goes: the API's log is shown, the simulator's output is not
   */
  constructor(
    readonly name: string,
    script: string,
    parameters: string[],
    variables: NodeJS.ProcessEnv,
    output: 'inherit' | 'ignore',
  ) {
    // Detached: only the launcher receives Ctrl-C, and it ends its children in order. When the launcher is killed, the
    // channel closes, which ends them too.
    this.process = fork(script, parameters, {
      env: variables,
      // Flags of this process, such as --inspect, are not the child's.
      execArgv: [],
      detached: true,
      stdio: ['ignore', output, 'inherit', 'ipc'],
    });
    this.exited = new Promise((resolve) => {
      this.process.once('exit', () => resolve());
      // Only a process that never started has no id; in a running one a signal or a message has failed.
      this.process.on('error', () => this.process.pid === undefined && resolve());
    });
  }

  /** The child's first message, which reports that it is ready. @throws {Error} when the child ends first. */
  ready<Message>(): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.process.once('message', (message) => resolve(message as Message));
      // The child has printed the reason on standard error.
      void this.exited.then(() => reject(new ChildFailed(this.name)));
    });
  }

  /** Told twice, the API ends at once. */
  hurry(): void {
    this.process.kill('SIGTERM');
  }

  /** Kills it when it does not end by itself in time. */
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
