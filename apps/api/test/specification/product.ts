import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { makeDataDirectory } from '../support/data-directory';
import { Launched, readDemo } from '../support/launched';
import { type Simulator, startSimulator } from '../support/per-worker/simulator';
import { loupe } from './caller';
import { type Credentials, createKey, grantRate, Person } from './dashboard';

/** What `npm start` runs, with a separate simulator, and with a key that has a higher rate. */
export interface Product {
  simulator: Simulator;
  owner: Person;
  support: Person;
  stop(): Promise<void>;
}

let running: Product;
export const product = (): Product => running;

export async function startProduct(): Promise<void> {
  const directory = makeDataDirectory('specification');
  // A separate simulator, because some sentences of the specification are about upstream requests and failures.
  const simulator = await startSimulator();
  writeFileSync(join(directory, 'sessions.json'), JSON.stringify([simulator.sessionHeaders]));
  const launched = new Launched({
    DATA_DIR: join(directory, 'data'),
    PORT: `${await freePort()}`,
    MANAGEMENT_PORT: `${await freePort()}`,
    UPSTREAM_BASE_URL: simulator.baseUrl,
    UPSTREAM_SESSIONS_FILE: join(directory, 'sessions.json'),
  });
  await launched.ready();
  const demo = readDemo(join(directory, 'data'));
  const signIn = (credentials: Credentials) => Person.signIn(demo.base_url, credentials);
  const [owner, support] = [await signIn(demo.owner), await signIn(demo.support)];
  const { id, key } = await createKey(owner, 'The suite');
  await grantRate(owner, support, id, 1_000);
  Object.assign(loupe, { baseUrl: demo.base_url, key });
  running = {
    simulator,
    owner,
    support,
    async stop() {
      await launched.interrupt();
      await simulator.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
