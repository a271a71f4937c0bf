import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { makeDataDirectory } from '../support/data-directory';
import { Launched, readDemo } from '../support/launched';
import { variablesOfAnotherServer } from '../support/postgres-variables';

const isOver = ({ process: { exitCode, signalCode } }: Launched) => exitCode !== null || signalCode !== null;

export class Launches {
  readonly directory = makeDataDirectory('launch');
  readonly variables: NodeJS.ProcessEnv = { DATA_DIR: join(this.directory, 'data'), ...variablesOfAnotherServer };
  private readonly runs: Launched[] = [];
  private usual: Launched | undefined;

  constructor() {
    beforeAll(async () => {
      this.variables.PORT = String(await freePort());
      this.variables.MANAGEMENT_PORT = String(await freePort());
    });
    afterAll(async () => {
      await this.endAll();
      rmSync(this.directory, { recursive: true, force: true });
    });
  }

  start(more: NodeJS.ProcessEnv = {}, command?: string[]): Launched {
    const run = new Launched({ ...this.variables, ...more }, command);
    this.runs.push(run);
    return run;
  }

  /** The product with the usual variables: still running from an earlier test, or newly started. */
  async running(): Promise<Launched> {
    if (!this.usual || isOver(this.usual)) this.usual = this.start();
    return this.usual.ready();
  }

  async endAll(): Promise<void> {
    for (const run of this.runs.splice(0)) if (!isOver(run)) expect(await run.interrupt()).toBe(0);
  }

  demo() {
    return readDemo(this.variables.DATA_DIR!);
  }
}
